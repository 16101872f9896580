import { number, section, share, toggle } from '../row.ts'

/** How long the kitchen takes, and how long things are kept. */
export const kitchenTimes = section({
  name: { en: 'Kitchen times', es: 'Tiempos de cocina', pt: 'Tempos da cozinha' },
  rows: {
    undoSeconds: number({
      of: 'restaurant',
      default: 8,
      min: 0,
      max: 60,
      slider: { max: 30 },
      messages: {
        en: {
          name: 'Undo after a bump',
          hint: 'How long a bump can be taken back before the platform hears of it.',
          value: '{n} second | {n} seconds',
          search: 'ready wait delay revert mistake seconds grace time',
        },
        es: {
          name: 'Deshacer tras marcar listo',
          hint: 'Cuánto tiempo se puede retirar antes de que la plataforma se entere.',
          value: '{n} segundo | {n} segundos',
          search: 'listo esperar retraso revertir error segundos tiempo',
        },
        pt: {
          name: 'Desfazer depois de marcar pronto',
          hint: 'Por quanto tempo dá para voltar atrás antes que a plataforma saiba.',
          value: '{n} segundo | {n} segundos',
          search: 'esperar atraso reverter erro engano segundos tempo',
        },
      },
    }),
    /** Of the time to the promise. */
    amberShare: share({
      of: 'restaurant',
      default: 0.75,
      min: 0.1,
      max: 1,
      step: 0.05,
      messages: {
        en: {
          name: 'Amber after',
          hint: 'How much of the time to the promise passes before a card turns amber. It turns red at the promise.',
          search:
            'yellow orange colour color late lateness soon due warning red clock time minutes',
        },
        es: {
          name: 'Ámbar desde',
          hint: 'Cuánto del tiempo hasta lo prometido pasa antes de que una tarjeta se ponga ámbar. Se pone roja a la hora prometida.',
          search:
            'amarillo naranja color tarde atraso demora pronto aviso rojo reloj tiempo minutos',
        },
        pt: {
          name: 'Âmbar a partir de',
          hint: 'Quanto do tempo até o prometido passa antes de um cartão ficar âmbar. Ele fica vermelho na hora prometida.',
          search: 'amarelo laranja cor tarde atraso demora logo aviso relógio tempo minutos',
        },
      },
    }),
    startedStage: toggle({
      of: 'restaurant',
      default: false,
      messages: {
        en: {
          name: 'Say when an order is begun',
          hint: 'A cook marks what is being made, before it is ready. The platform is not told.',
          search: 'begin start cooking in progress preparing stage',
        },
        es: {
          name: 'Decir cuándo se empieza un pedido',
          hint: 'Un cocinero marca lo que se está preparando, antes de que esté listo. La plataforma no se entera.',
          search: 'comenzar iniciar cocinando en preparación etapa',
        },
        pt: {
          name: 'Dizer quando um pedido é começado',
          hint: 'Um cozinheiro marca o que está sendo feito, antes de estar pronto. A plataforma não é avisada.',
          search: 'começar iniciar cozinhando em preparo etapa',
        },
      },
    }),
    /** Longer than guests' own data, which are forgotten first. */
    keepDays: number({
      of: 'restaurant',
      default: 60,
      min: 31,
      max: 3650,
      slider: { max: 365 },
      messages: {
        en: {
          name: 'Past orders kept',
          hint: 'Past orders, what was sent of them, and what was sold out are deleted after so many days. Close-outs stay for good.',
          value: '{n} day | {n} days',
          search: 'history retention delete old orders disk space days archive',
        },
        es: {
          name: 'Pedidos pasados guardados',
          hint: 'Los pedidos pasados, lo que se envió de ellos y lo que estuvo agotado se borran después de estos días. Los cierres quedan para siempre.',
          value: '{n} día | {n} días',
          search: 'historial borrar pedidos viejos antiguos disco espacio días archivo',
        },
        pt: {
          name: 'Pedidos passados guardados',
          hint: 'Pedidos passados, o que foi enviado deles e o que esteve esgotado são apagados depois destes dias. Os fechamentos ficam para sempre.',
          value: '{n} dia | {n} dias',
          search: 'histórico apagar pedidos velhos antigos disco espaço dias arquivo',
        },
      },
    }),
  },
})
