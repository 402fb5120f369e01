import { echo } from './bare.ts'

process.on('message', () => void echo().then((port) => process.send?.(port)))
