import { custom, section, toggle } from '../row.ts'

export const printers = section({
  name: { en: 'Printers', es: 'Impresoras', pt: 'Impressoras' },
  rows: {
    receiptPrinters: custom({
      of: 'restaurant',
      control: 'printers',
      messages: {
        en: {
          name: 'Receipt printers',
          hint: 'Printers on your network that print tickets and close-outs. Print a test to check that everything is readable.',
          search:
            'receipt thermal paper roll print ticket close-out esc pos network ip 80 mm 58 mm',
        },
        es: {
          name: 'Impresoras de comandas',
          hint: 'Impresoras de tu red para comandas y cierres. Imprime una prueba para ver si todo se lee bien.',
          search:
            'comanda recibo térmica papel rollo imprimir pedido cierre caja red ip 80 mm 58 mm',
        },
        pt: {
          name: 'Impressoras de comandas',
          hint: 'Impressoras da sua rede para comandas e fechamentos. Imprima um teste para ver se tudo fica legível.',
          search:
            'comanda recibo térmica papel bobina imprimir pedido fechamento caixa rede ip 80 mm 58 mm',
        },
      },
    }),
    /** Also at this machine (host/printers/printer-place.ts). */
    anyPrinterAddress: toggle({
      of: 'restaurant',
      default: false,
      messages: {
        en: {
          name: 'Allow any printer address',
          hint: 'By default, printers must be on your network and use ports 9100 to 9109. Turn this on for a printer that is connected to this computer or uses another port.',
          search: 'allow port 9100 address local usb this computer localhost security',
        },
        es: {
          name: 'Permitir cualquier dirección de impresora',
          hint: 'Normalmente las impresoras deben estar en tu red y usar los puertos 9100 a 9109. Actívalo si una está conectada a este computador o usa otro puerto.',
          search: 'permitir puerto 9100 dirección local usb este equipo localhost seguridad',
        },
        pt: {
          name: 'Permitir qualquer endereço de impressora',
          hint: 'Normalmente as impressoras devem estar na sua rede e usar as portas 9100 a 9109. Ative se uma estiver ligada a este computador ou usar outra porta.',
          search: 'permitir porta 9100 endereço local usb este computador localhost segurança',
        },
      },
    }),
  },
})
