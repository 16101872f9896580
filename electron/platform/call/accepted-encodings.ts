const [major = 0, minor = 0] = (process.versions['undici'] ?? '').split('.').map(Number)
/** From this version on the fetch of the system decodes zstd; an older one would hand the bytes on as they are. */
const decodesZstd = major > 7 || (major === 7 && minor >= 14)

/** What answers may be packed with. Their limit counts decoded bytes (answer-text.ts), so that no bomb gets through. */
export const acceptedEncodings = decodesZstd ? 'gzip, br, zstd' : 'gzip, br'
