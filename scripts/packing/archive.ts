import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** By path. */
export type Files = ReadonlyMap<string, Buffer>

export function readFolder(folder: string): Files {
  const paths = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(folder, path))]))
}

/** As `npm pack` does it: the same files give the same bytes, whoever packs them and whenever. */
export function npmTarball(files: Files): Buffer {
  const parts = [...files].flatMap(([path, bytes]) => {
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512)
    return [tarHeader(`package/${path}`, bytes.length, path.startsWith('bin/') ? 0o755 : 0o644), bytes, padding]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 9 })
}

/** A moment that every format can say. */
const madeAtSeconds = 499_162_500

function tarHeader(path: string, size: number, mode: number): Buffer {
  const header = Buffer.alloc(512)
  // A name has 100 bytes; what is longer begins in another field, at a slash.
  const cut = path.length <= 100 ? -1 : path.indexOf('/', path.length - 101)
  if (Buffer.byteLength(path) > path.length || cut > 155 || (path.length > 100 && cut < 0)) {
    throw new Error(`${path} cannot be named in an archive.`)
  }
  const number = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(path.slice(cut + 1), 0)
  header.write(`${number(mode, 7)}${number(0, 7)}${number(0, 7)}${number(size, 11)}${number(madeAtSeconds, 11)}`, 100)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  if (cut > 0) header.write(path.slice(0, cut), 345)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A zip archive, which a wheel of Python is. */
export function zip(files: Files): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, bytes] of files) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes, { level: 9 })
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    // 1 January 1980: the format knows nothing earlier.
    about.writeUInt16LE(33, 8)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(name.length, 22)
    local.push(Buffer.from('PK\x03\x04'), about, name, packed)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    entry.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x03'), about, entry, name)
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.size, 8)
  end.writeUInt16LE(files.size, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
