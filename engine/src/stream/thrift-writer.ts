/** Values of Thrift's compact protocol, as Parquet's metadata is written in it. */
export type ThriftValue =
  | { i32: number }
  | { i64: number }
  | { text: string }
  | { list: ThriftValue[] }
  /** Fields by their ids. */
  | { struct: Record<number, ThriftValue> };

const TYPES = { i32: 5, i64: 6, text: 8, list: 9, struct: 12 };
const typeOf = (value: ThriftValue): number => TYPES[Object.keys(value)[0] as keyof typeof TYPES];

function varint(value: bigint, bytes: number[]): void {
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
}

const zigzag = (value: number): bigint => (value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value));

function write(value: ThriftValue, bytes: number[]): void {
  if ('i32' in value) varint(zigzag(value.i32), bytes);
  else if ('i64' in value) varint(zigzag(value.i64), bytes);
  else if ('text' in value) {
    const text = Buffer.from(value.text);
    varint(BigInt(text.length), bytes);
    bytes.push(...text);
  } else if ('list' in value) {
    const { list } = value;
    const type = list[0] ? typeOf(list[0]) : TYPES.struct;
    if (list.length < 15) bytes.push((list.length << 4) | type);
    else {
      bytes.push(0xf0 | type);
      varint(BigInt(list.length), bytes);
    }
    for (const item of list) write(item, bytes);
  } else writeStruct(value.struct, bytes);
}

function writeStruct(fields: Record<number, ThriftValue>, bytes: number[]): void {
  let last = 0;
  for (const [key, value] of Object.entries(fields)) {
    const id = Number(key);
    if (id - last <= 15) bytes.push(((id - last) << 4) | typeOf(value));
    else {
      bytes.push(typeOf(value));
      varint(zigzag(id), bytes);
    }
    write(value, bytes);
    last = id;
  }
  bytes.push(0);
}

export function thriftBytes(fields: Record<number, ThriftValue>): Buffer {
  const bytes: number[] = [];
  writeStruct(fields, bytes);
  return Buffer.from(bytes);
}
