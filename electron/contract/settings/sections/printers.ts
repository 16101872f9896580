import { custom, section, toggle } from '../row.ts'

/** Receipt printers. */
export const printers = section({
  name: { en: 'Printers', es: 'Impresoras', pt: 'Impressoras' },
  rows: {
    receiptPrinters: custom({
      of: 'restaurant',
      control: 'printers',
      messages: {
        en: {
          name: 'Receipt printers',
          hint: 'Printers for rolls of paper that are in this network. A test strip shows whether all can be read.',
          search:
            'receipt thermal paper roll print ticket close-out esc pos network ip 80 mm 58 mm',
        },
        es: {
          name: 'Impresoras de recibos',
          hint: 'Impresoras de rollo que están en esta red. Una tira de prueba muestra si todo se lee bien.',
          search: 'recibo térmica papel rollo imprimir pedido cierre caja red ip 80 mm 58 mm',
        },
        pt: {
          name: 'Impressoras de recibos',
          hint: 'Impressoras de bobina que estão nesta rede. Uma tira de teste mostra se tudo pode ser lido.',
          search:
            'recibo térmica papel bobina imprimir pedido fechamento caixa rede ip 80 mm 58 mm',
        },
      },
    }),
    /** Also at this machine (host/printers/printer-place.ts). */
    anyPrinterAddress: toggle({
      of: 'restaurant',
      default: false,
      messages: {
        en: {
          name: 'Printers at any address',
          hint: 'Otherwise printers are in this network, at ports 9100 to 9109. Turn this on for one that is connected to this computer, or that listens elsewhere.',
          search: 'allow port 9100 address local usb this computer localhost security',
        },
        es: {
          name: 'Impresoras en cualquier dirección',
          hint: 'Si no, las impresoras están en esta red, en los puertos 9100 a 9109. Actívalo si una está conectada a este equipo o usa otro puerto.',
          search: 'permitir puerto 9100 dirección local usb este equipo localhost seguridad',
        },
        pt: {
          name: 'Impressoras em qualquer endereço',
          hint: 'Sem isto, as impressoras ficam nesta rede, nas portas 9100 a 9109. Ative se uma está ligada a este computador ou usa outra porta.',
          search: 'permitir porta 9100 endereço local usb este computador localhost segurança',
        },
      },
    }),
  },
})
