/** Encodes fields of protobuf's wire format. Default values are left out, as the format requires. */
export function bytesField(id: number, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  return Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes])
}

export function textField(id: number, text: string): Buffer {
  return bytesField(id, Buffer.from(text))
}

export function numberField(id: number, value: number): Buffer {
  return value === 0 ? Buffer.alloc(0) : Buffer.concat([varint(id << 3), varint(value)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
