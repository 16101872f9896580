import type { MessagesLike } from '../../locales/message-table.ts'
import type { en } from './en.ts'

export const es: MessagesLike<typeof en> = {
  practice: {
    title: 'Tienda de práctica',
    text: 'Estos pedidos son inventados. Pruébalo todo.',
    connect: 'Conecta tu tienda',
  },
  rooms: {
    notOpened: '{room} no se puede abrir ahora: esta pantalla perdió su cocina.',
    notYours: '{room} no es para esta pantalla. Un encargado puede desbloquearla.',
  },
  pin: {
    askTitle: 'PIN del encargado',
    askText: 'Un encargado puede desbloquear esto por cinco minutos.',
    pin: 'PIN del encargado',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada hasta las {time}',
    lock: 'Bloquear',
  },
  alerts: {
    title: 'Avisos',
    count: '{n} cosa te espera | {n} cosas te esperan',
    none: 'Nada te espera',
    noneText: 'Aquí aparece lo que la cocina tiene que decidir o revisar.',
    show: 'Ver',
    connection: 'Conexión',
    cutOff: 'Esta pantalla perdió su cocina',
    cutOffText: 'Lo que ves puede ser antiguo. Se reconecta sola.',
    refusing: 'Los pedidos no se pueden guardar',
    refusingText:
      'El disco está lleno o no se puede escribir. Los pedidos se reenvían hasta que se puedan guardar.',
    noToken: 'Sin conexión con la plataforma',
    paused: 'No se envía nada a la plataforma',
    wrongStore: 'El token de acceso no ve esta tienda',
    wrongStoreText:
      'Sus pedidos no llegan. El token ve {n} tienda: {names}. | Sus pedidos no llegan. El token ve {n} tiendas: {names}.',
    wrongStoreNone: 'Sus pedidos no llegan. El token no ve ninguna tienda.',
    guesses: 'PIN incorrectos en {screen}',
    guessesText:
      '{n} PIN incorrecto. Después de cinco, la pantalla no acepta más por un rato; las demás siguen. | {n} PIN incorrectos. Después de cinco, la pantalla no acepta más por un rato; las demás siguen.',
    noName: 'una pantalla sin nombre',
    damaged: 'Los pedidos guardados estaban dañados',
    missing: 'Los pedidos guardados no estaban',
    older: 'Se perdieron los últimos cambios guardados',
    olderText:
      'Revisa la pared, el libro y los agotados. Los pedidos se leen de nuevo de la plataforma; lo que quizás ya se envió se pregunta antes de enviarlo otra vez.',
    restored: 'Los reemplaza la copia del {when}.',
    notRestored: 'No había ninguna copia, así que se empezó un archivo nuevo.',
    salvaged: 'Los pedidos se leen de nuevo de la plataforma. Por enviar y rescatados: {n}.',
    keptAs: 'Lo dañado queda aparte como {file}.',
    silent: 'Sin señales de la plataforma',
    silentText: 'Pueden faltar pedidos nuevos.',
    unread: '{n} mensaje no se pudo leer | {n} mensajes no se pudieron leer',
    unreadText: 'Puede haber un pedido entre ellos.',
    setAside:
      '{n} registro guardado no se pudo leer y queda aparte | {n} registros guardados no se pudieron leer y quedan aparte',
    printerAway: 'No se llega a {printer}',
    paperWaits: '{n} papel espera | {n} papeles esperan',
  },
  health: {
    label: 'Conexión:',
    'cut-off': 'Cortado',
    'not-saving': 'No guarda',
    'not-sending': 'No envía',
    'wrong-store': 'Tienda errada',
    'no-news': 'Sin noticias',
    'to-decide': '{n} por decidir',
    unanswered: '{n} sin respuesta',
    'wrong-clock': 'Reloj errado',
    look: 'Por revisar',
    waiting: 'En espera',
    listening: 'Escuchando',
    'to-send': '{n} por enviar',
    well: 'Todo bien',
  },
  nav: {
    label: 'Navegación',
    help: 'Ayuda',
  },
  opening: {
    title: 'El local abre a las {time}.',
    opened: 'El local abrió a las {time}.',
    still:
      '{n} artículo sigue agotado hasta nuevo aviso. | {n} artículos siguen agotados hasta nuevo aviso.',
    backAll: 'Volver a vender todo',
    choose: 'Elegir…',
    leave: 'Dejarlos agotados',
  },
}
