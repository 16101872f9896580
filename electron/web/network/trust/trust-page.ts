export const trustPage = (asked: {
  acceptLanguage: string | undefined
  system: unknown
  words: string
  secureOrigin: string
}): string => `<a href="${asked.secureOrigin}/">open</a> ${asked.words}`
export const trustScript = ''
export const trustStyle = ''
export const trustPolicy = (origin: string): string => `default-src 'none'; connect-src ${origin}`
