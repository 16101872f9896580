import { hash } from 'node:crypto'

/** A hash over a row's version and columns, so that a bit that flipped on disk is not taken for what was written. */
export const sealedHash = (version: number, columns: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([version, ...columns]), 'hex')
