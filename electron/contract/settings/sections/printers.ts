import { custom, section, toggle } from '../row.ts'

export const printers = section({
  receiptPrinters: custom({
    of: 'restaurant',
    control: 'printers',
  }),
  /** Also at this machine (host/printers/printer-place.ts). */
  anyPrinterAddress: toggle({
    of: 'restaurant',
    default: false,
  }),
})
