/**
 * The upper halves of the code pages that printouts use, from the manufacturers' own tables. A
 * space means an unused position.
 */
const pages: Readonly<Record<number, string>> = {
  // PC437.
  0:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ',
  // PC858.
  19:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´-±‗¾¶§÷¸°¨·¹³²■ ',
}

/** The letter of a byte on a code page. Printers identify the page by this number. */
export function letterOf(byte: number, page: number): string {
  if (byte < 0x80) return String.fromCharCode(byte)
  // Windows-1252.
  if (page === 16) return new TextDecoder('windows-1252').decode(Uint8Array.of(byte))
  const letter = pages[page]?.[byte - 0x80]
  if (letter === undefined) throw new Error(`no letter ${String(byte)} on page ${String(page)}`)
  return letter
}
