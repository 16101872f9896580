import { choice, custom, limit, section, time } from '../row.ts'
import { tipsInAmount } from '../fields.ts'

/** How a shift is closed. */
export const closeOut = section({
  name: { en: 'Close-out', es: 'Cierre', pt: 'Fechamento' },
  rows: {
    /** When the day of a shift begins, by the store’s clock. */
    businessDayBorder: time({
      of: 'restaurant',
      default: '04:00',
      messages: {
        en: {
          name: 'Day begins at',
          hint: 'What is paid before this hour still belongs to the day before.',
          search: 'business day border night midnight shift hour',
        },
        es: {
          name: 'El día empieza a las',
          hint: 'Lo que se paga antes de esta hora todavía es del día anterior.',
          search: 'día comercial corte noche medianoche turno hora',
        },
        pt: {
          name: 'O dia começa às',
          hint: 'O que é pago antes desta hora ainda é do dia anterior.',
          search: 'dia comercial corte noite meia-noite turno hora',
        },
      },
    }),
    tipsInAmount: choice(tipsInAmount, {
      of: 'restaurant',
      default: 'unknown',
      messages: {
        en: {
          name: 'Tips in a payment’s amount',
          hint: 'The platform does not say whether the amount of a payment has the tip in it. Until you know, figures are shown both ways.',
          choices: { unknown: 'Not known', inside: 'Included', outside: 'Not included' },
          search: 'tip gratuity service inside outside included amount',
        },
        es: {
          name: 'Propinas en el monto de un pago',
          hint: 'La plataforma no dice si el monto de un pago incluye la propina. Mientras no lo sepas, las cifras se muestran de las dos maneras.',
          choices: { unknown: 'No se sabe', inside: 'Incluidas', outside: 'Aparte' },
          search: 'propina servicio incluida aparte monto',
        },
        pt: {
          name: 'Gorjetas no valor de um pagamento',
          hint: 'A plataforma não diz se o valor de um pagamento inclui a gorjeta. Enquanto você não souber, os números aparecem das duas maneiras.',
          choices: { unknown: 'Não se sabe', inside: 'Incluídas', outside: 'À parte' },
          search: 'gorjeta serviço incluída à parte valor',
        },
      },
    }),
    /** In smallest units; null for what is usual for the currency. */
    overShortThreshold: limit({
      of: 'restaurant',
      default: null,
      min: 0,
      max: 1_000_000_000,
      control: 'threshold',
      messages: {
        en: {
          name: 'Over or short up to',
          hint: 'Beyond it a method is counted again and needs a note. In the store’s currency; left empty it is what is usual there.',
          search: 'threshold limit difference cash missing surplus recount tolerance',
        },
        es: {
          name: 'Sobrante o faltante hasta',
          hint: 'Más allá, ese medio se cuenta otra vez y necesita una nota. En la moneda del local; vacío es lo usual allí.',
          search: 'umbral límite diferencia caja falta sobra recuento tolerancia',
        },
        pt: {
          name: 'Sobra ou falta até',
          hint: 'Acima disso, a forma é contada de novo e precisa de uma nota. Na moeda da loja; vazio é o usual ali.',
          search: 'limite diferença caixa falta sobra recontagem tolerância',
        },
      },
    }),
    closeOutNames: custom({
      of: 'restaurant',
      control: 'close-out-names',
      messages: {
        en: {
          name: 'Names of registers and people',
          hint: 'Close-outs show these names. The platform gives only IDs, so each has a number until you name it.',
          search: 'register till drawer staff person cashier waiter rename names id',
        },
        es: {
          name: 'Nombres de cajas y personas',
          hint: 'Los cierres muestran estos nombres. La plataforma da solo identificadores: cada uno tiene un número hasta que le ponga nombre.',
          search: 'caja cajero persona personal mesero garzón nombre renombrar id',
        },
        pt: {
          name: 'Nomes de caixas e pessoas',
          hint: 'Os fechamentos mostram estes nomes. A plataforma dá só identificadores: cada um tem um número até receber um nome.',
          search: 'caixa operador pessoa equipe garçom nome renomear id',
        },
      },
    }),
  },
})
