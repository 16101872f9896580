import type { MessagesLike } from '../../locales/message-table.ts'
import type en from './en.ts'

export default {
  rooms: {
    notOpened:
      '{room} no se puede abrir ahora. Se perdió la conexión con el computador de la cocina.',
    notYours: '{room} no está disponible en esta pantalla. Pregunta a un gerente.',
  },
  pin: {
    noPin:
      'Solo un gerente puede hacer esto. Aquí no hay PIN del gerente: pide a un gerente que le dé otro rol a esta pantalla.',
    askTitle: 'PIN del gerente',
    askText: 'Un gerente puede desbloquear esta pantalla por cinco minutos.',
    pin: 'PIN del gerente',
    open: 'Desbloquear',
    unlockedUntil: 'Desbloqueada hasta {time}',
    lock: 'Bloquear',
  },
  alerts: {
    title: 'Avisos',
    count: '{n} aviso requiere atención | {n} avisos requieren atención',
    noneText: 'Aquí aparecen los problemas y las decisiones de la cocina.',
    show: 'Ver',
    connection: 'Conexión',
    cutOff: 'Sin conexión con el computador de la cocina',
    cutOffText: 'Lo que ves puede estar desactualizado. Esta pantalla se está reconectando.',
    refusing: 'No se pueden guardar los pedidos',
    refusingText:
      'El disco está lleno o es de solo lectura. Libera espacio. Los pedidos nuevos se reenvían hasta que se puedan guardar.',
    noToken: 'Falta la clave de acceso',
    noTokenText: 'Hasta que se ingrese, pueden no llegar pedidos y no se envían cambios.',
    noTokenManager:
      'Un gerente puede ingresarla aquí. Mientras tanto, pueden no llegar pedidos y no se envían cambios.',
    paused: 'No se envían cambios a la plataforma',
    wrongStore: 'La clave de acceso no es de esta tienda',
    wrongStoreText:
      'Los pedidos de esta tienda no llegan. La clave de acceso es de {n} tienda: {names}. | Los pedidos de esta tienda no llegan. La clave de acceso es de {n} tiendas: {names}.',
    wrongStoreNone:
      'Los pedidos de esta tienda no llegan. La clave de acceso no es de ninguna tienda.',
    damaged: 'Los datos guardados estaban dañados',
    missing: 'Faltaban los datos guardados',
    newer: 'Los datos guardados eran de una versión más nueva',
    lossText:
      'Revisa la cocina, las reservas y los agotados. Los pedidos se cargan otra vez desde la plataforma. Kitchen Pass te pregunta antes de repetir lo que quizás ya se envió.',
    chosen: 'Se restauró una copia de seguridad',
    chosenText: 'Los datos están como el {when}.',
    chosenPlace:
      'Lo que había antes se conserva como {file}. Para volver, restaura la copia que se hizo justo antes, en Ajustes, Copias de seguridad.',
    backupTest: 'La prueba semanal de una copia falló',
    restored: 'Se restauró la copia de seguridad del {when}.',
    notRestored: 'No había copia de seguridad, así que Kitchen Pass empezó con un archivo vacío.',
    keptAs: 'Lo que había antes se conserva como {file}.',
    silent: 'Sin contacto con la plataforma',
    silentText: 'Pueden faltar pedidos nuevos.',
    unread: 'No se pudo leer {n} mensaje | No se pudieron leer {n} mensajes',
    unreadText: 'Puede contener un pedido. Revisa el panel de tu plataforma.',
    setAside: 'No se pudo leer {n} registro guardado | No se pudieron leer {n} registros guardados',
  },
  archive: {
    damaged: 'Los pedidos anteriores estaban dañados',
    missing: 'Faltaban los pedidos anteriores',
    newer: 'Un Kitchen Pass más nuevo guardó los pedidos anteriores',
    closed: 'Los pedidos anteriores no se pueden leer por ahora',
    copying:
      'La cocina sigue como siempre. Kitchen Pass está copiando los pedidos anteriores que se pueden leer. Mientras tanto, es posible que no aparezcan al recuperar o buscar.',
    copied:
      'La cocina sigue como siempre. Se copió {n} pedido anterior a un archivo nuevo. | La cocina sigue como siempre. Se copiaron {n} pedidos anteriores a un archivo nuevo.',
    keptAs: 'El archivo de antes se conserva como {file}.',
    closedText:
      'La cocina sigue como siempre. El disco puede estar lleno o ser de solo lectura. Kitchen Pass lo intenta otra vez.',
  },
  skip: {
    firstOrder: 'Ir al primer pedido',
    content: 'Ir a la página',
  },
  health: {
    label: 'Conexión:',
    'cut-off': 'Sin conexión',
    'not-saving': 'No guarda',
    'not-sending': 'No envía',
    'wrong-store': 'Otra tienda',
    'no-news': 'Sin contacto',
    'to-decide': '{n} por resolver | {n} por resolver',
    unanswered: '{n} sin respuesta',
    'wrong-clock': 'Hora incorrecta',
    attention: 'Por revisar',
    waiting: 'Iniciando',
    listening: 'En línea',
    'to-send': '{n} por enviar',
    well: 'Todo bien',
  },
  nav: {
    label: 'Navegación',
    help: 'Ayuda',
    leaveKiosk: 'Salir del modo quiosco',
  },
} satisfies MessagesLike<typeof en>
