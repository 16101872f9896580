export type PaperSize = 'a4' | 'letter'

/** Countries in which offices use Letter; all others use A4. */
const onLetter = 'BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' ')

/** The usual paper size of a country's printers. */
export const usualPaperSize = (countryCode: string | null): PaperSize =>
  onLetter.includes(countryCode ?? '') ? 'letter' : 'a4'
