import assert from 'node:assert/strict'

/**
 * Comes before the fuses in every Electron binary; then follow their version, their number, and a
 * byte for each.
 */
export const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** The fuses of an unpackaged Electron, in the order of the binary. */
export const unflipped = '10110011'

/** The fuses in the order of the binary, as electron-builder.yml sets them. */
export const expectedFuses = [
  ['runAsNode', '0'],
  ['enableCookieEncryption', '1'],
  ['enableNodeOptionsEnvironmentVariable', '0'],
  ['enableNodeCliInspectArguments', '0'],
  ['enableEmbeddedAsarIntegrityValidation', '1'],
  ['onlyLoadAppFromAsar', '1'],
  ['loadBrowserProcessSpecificV8Snapshot', unflipped.charAt(6)],
  ['grantFileProtocolExtraPrivileges', '0'],
] as const

export function checkFuses(binary: Buffer): void {
  const start = binary.indexOf(sentinel)
  assert.ok(start >= 0, 'no fuses in this file')
  for (const [index, [name, state]] of expectedFuses.entries()) {
    const at = start + sentinel.length + 2 + index
    assert.equal(String.fromCharCode(binary[at] ?? 0), state, `fuse ${name}`)
  }
}
