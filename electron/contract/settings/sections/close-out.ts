import { choice, custom, limit, section, time } from '../row.ts'
import { tipsInAmount } from '../fields.ts'

export const closeOut = section({
  name: { en: 'Close-out', es: 'Cierre', pt: 'Fechamento' },
  rows: {
    /** When the business day begins, by the store's clock. */
    businessDayBorder: time({
      of: 'restaurant',
      default: '04:00',
      messages: {
        en: {
          name: 'Day begins at',
          hint: 'Payments before this time count for the previous day.',
          search: 'business day border night midnight shift hour',
        },
        es: {
          name: 'El día comienza a las',
          hint: 'Los pagos antes de esta hora cuentan para el día anterior.',
          search: 'día comercial corte noche medianoche turno hora',
        },
        pt: {
          name: 'O dia começa às',
          hint: 'Os pagamentos antes desta hora contam para o dia anterior.',
          search: 'dia comercial corte noite meia-noite turno hora',
        },
      },
    }),
    tipsInAmount: choice(tipsInAmount, {
      of: 'restaurant',
      default: 'unknown',
      messages: {
        en: {
          name: 'Are tips included in payments?',
          hint: 'The platform doesn’t say. Until you choose an answer, close-outs show both results.',
          choices: { unknown: 'Not sure', inside: 'Included', outside: 'Not included' },
          search: 'tip gratuity service inside outside included amount',
        },
        es: {
          name: '¿Los pagos incluyen propinas?',
          hint: 'La plataforma no lo indica. Mientras no elijas una respuesta, los cierres muestran los dos resultados.',
          choices: { unknown: 'No sé', inside: 'Incluidas', outside: 'No incluidas' },
          search: 'propina servicio incluida aparte monto',
        },
        pt: {
          name: 'Os pagamentos incluem gorjetas?',
          hint: 'A plataforma não informa. Enquanto você não escolher uma resposta, os fechamentos mostram os dois resultados.',
          choices: { unknown: 'Não sei', inside: 'Incluídas', outside: 'Não incluídas' },
          search: 'gorjeta serviço incluída à parte valor',
        },
      },
    }),
    /** In minor units; null for the usual amount of the currency. */
    overShortThreshold: limit({
      of: 'restaurant',
      default: null,
      min: 0,
      max: 1_000_000_000,
      control: 'threshold',
      messages: {
        en: {
          name: 'Allowed difference',
          hint: 'Above this amount, over or short, a payment method must be counted again and needs a note. Leave empty to use the usual amount for your currency.',
          search: 'threshold limit difference cash missing surplus recount tolerance',
        },
        es: {
          name: 'Diferencia permitida',
          hint: 'Si el sobrante o faltante es mayor, hay que contar de nuevo ese medio de pago y agregar una nota. Déjalo vacío para usar el monto habitual de tu moneda.',
          search: 'umbral límite diferencia caja falta sobra recuento tolerancia',
        },
        pt: {
          name: 'Diferença permitida',
          hint: 'Se a sobra ou falta for maior, é preciso contar de novo essa forma de pagamento e escrever uma observação. Deixe vazio para usar o valor comum da sua moeda.',
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
          hint: 'Close-outs show these names. The platform doesn’t share names, so each register and person has a number until you name it.',
          search: 'register till drawer staff person cashier waiter rename names id',
        },
        es: {
          name: 'Nombres de cajas y personas',
          hint: 'Los cierres muestran estos nombres. La plataforma no los comparte: cada caja y persona tiene un número hasta que le pongas nombre.',
          search: 'caja cajero persona personal mesero garzón nombre renombrar id',
        },
        pt: {
          name: 'Nomes de caixas e pessoas',
          hint: 'Os fechamentos mostram estes nomes. A plataforma não os informa: cada caixa e pessoa tem um número até você dar um nome.',
          search: 'caixa operador pessoa equipe garçom nome renomear id',
        },
      },
    }),
  },
})
