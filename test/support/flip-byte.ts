import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'

/** Inverts one byte of a file; a negative place counts from its end. */
export function flipByte(path: string, place: number): void {
  const file = openSync(path, 'r+')
  const at = place < 0 ? statSync(path).size + place : place
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, at)
  closeSync(file)
}
