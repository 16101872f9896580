export type PaperSize = 'a4' | 'letter'

/** Where offices write on Letter; everywhere else it is A4. */
const onLetter = 'BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' ')

/** The sheet that a country's printers have in them. */
export const usualPaperSize = (countryCode: string | null): PaperSize =>
  onLetter.includes(countryCode ?? '') ? 'letter' : 'a4'
