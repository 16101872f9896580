/** The upper halves of the code pages that our papers switch to, from the makers' own tables; a place of a blank is not used. */
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

/** The letter that a byte is on a code page, by the number that printers know the page by. */
export function letterOf(byte: number, page: number): string {
  if (byte < 0x80) return String.fromCharCode(byte)
  // Windows-1252.
  if (page === 16) return new TextDecoder('windows-1252').decode(Uint8Array.of(byte))
  const letter = pages[page]?.[byte - 0x80]
  if (letter === undefined) throw new Error(`no letter ${String(byte)} on page ${String(page)}`)
  return letter
}
