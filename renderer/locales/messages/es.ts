import type { MessagesLike } from '../message-table.ts'
import type en from './en.ts'

export default {
  language: {
    own: 'Español',
  },
  common: {
    noMethod: 'Sin medio de pago',
    unnamedMethod: 'Medio de pago {n}',
    soldOut: '{n} agotado | {n} agotados',
    appName: 'Kitchen Pass',
    seconds: '{n} segundo | {n} segundos',
    resume: 'Intentar de nuevo ahora',
    giveToken: 'Ingresar clave de acceso',
    close: 'Cerrar',
    tryAgain: 'Intentar de nuevo',
    copy: 'Copiar',
    copied: 'Copiado',
    gotIt: 'Entendido',
    search: 'Buscar',
    searchAll: 'Buscar en todas las secciones',
    keyboard: 'Atajos de teclado',
    details: 'Detalles',
    arrows: 'Flechas',
    enter: 'Enter',
    keyMap: 'Atajos de teclado',
    show: 'Mostrar texto',
    hide: 'Ocultar texto',
    hour: 'Hora',
    minute: 'Minuto',
    dayPeriod: 'a. m. o p. m.',
    day: 'Día',
    month: 'Mes',
    year: 'Año',
  },
  age: {
    seconds: 'hace {n} s',
    minutes: 'hace {n} min',
    hours: 'hace {n} h',
    days: 'hace {n} día | hace {n} días',
  },
  pages: {
    label: 'Páginas',
    page: 'Página {n}',
    pageOf: 'Página {page} de {pages}',
    before: 'Página anterior',
    next: 'Página siguiente',
  },
  areas: {
    shift: 'Turno',
    store: 'Local',
  },
  errors: {
    'bad-input': 'Algo de lo que escribiste no es válido. Revísalo e intenta de nuevo.',
    'not-found': 'No se encontró. Es posible que se haya eliminado.',
    'too-late': 'Esto ya no se puede hacer porque algo cambió. Revisa cómo está ahora.',
    'not-allowed': 'Esta pantalla no tiene permiso para hacer eso. Pregunta a un gerente.',
    'wrong-pin': 'PIN incorrecto.',
    locked: 'Demasiados PIN incorrectos.',
    'wrong-code': 'No es el código de la pantalla nueva.',
    unauthorised:
      'La plataforma no acepta la clave de acceso. Cópiala de nuevo desde los ajustes de tu plataforma.',
    refused: 'La plataforma rechazó esto. Si vuelve a pasar, contacta a soporte.',
    unreachable: 'Sin respuesta. Revisa la conexión e intenta de nuevo.',
    'not-the-platform':
      'Respondió algo que no es la plataforma. Revisa la dirección y si el wifi te pide iniciar sesión.',
    unreadable:
      'La plataforma envió una respuesta que Kitchen Pass no puede leer. Intenta de nuevo. Si vuelve a pasar, contacta a soporte.',
    'no-vault':
      'Este computador no puede guardar la clave de acceso de forma segura. Configura el llavero del sistema e intenta de nuevo.',
    'set-by-profile': 'Lo define un archivo de configuración. No se puede cambiar aquí.',
    storage:
      'No se pudo guardar. El disco puede estar lleno o protegido. Libera espacio e intenta de nuevo.',
    internal: 'Algo salió mal en Kitchen Pass. Intenta de nuevo.',
    log: 'Entrada en el registro: {text}',
    triesLeft:
      '{sentence} Queda {n} intento antes de que la pantalla se bloquee un rato. | {sentence} Quedan {n} intentos antes de que la pantalla se bloquee un rato.',
    waitSeconds:
      '{sentence} Intenta de nuevo en {n} segundo. | {sentence} Intenta de nuevo en {n} segundos.',
    waitMinutes:
      '{sentence} Intenta de nuevo en {n} minuto. | {sentence} Intenta de nuevo en {n} minutos.',
  },
  reasons: {
    'no-address':
      'Esta dirección no es válida. Cópiala de los ajustes de tu plataforma. Ejemplo: platform.example/api/v3',
    'no-such-name':
      'No se encuentra esta dirección. Revisa cómo está escrita y que este computador tenga internet.',
    'nobody-listens':
      'El servidor de esta dirección no acepta conexiones. Revisa la dirección o intenta de nuevo en unos minutos.',
    'no-way-there': 'Este computador no puede llegar a esa dirección. Revisa que tenga internet.',
    'not-secure':
      'No se pudo establecer una conexión segura. Revisa la dirección, y la fecha y la hora de este computador.',
    'too-slow':
      'La respuesta tardó demasiado. Revisa la conexión a internet o intenta de nuevo en un minuto.',
    'cut-off': 'La conexión se interrumpió. Intenta de nuevo.',
    unavailable:
      'La plataforma no está disponible en este momento. Intenta de nuevo en unos minutos.',
    'web-page':
      'Respondió una página web en lugar de la plataforma. Revisa la dirección y si el wifi te pide iniciar sesión.',
    'no-such-path':
      'Hay un servidor en esta dirección, pero no es la plataforma. Copia la dirección completa de los ajustes de tu plataforma.',
    'other-answer':
      'El servidor de esta dirección no es la plataforma. Copia la dirección de los ajustes de tu plataforma.',
    unencrypted:
      'Esta dirección no está cifrada (http). Otros en la red podrían leer la clave de acceso, los pedidos y los datos de los clientes. Usa una dirección con https.',
    'bad-token':
      'Esto no es una clave de acceso: tiene un espacio, un salto de línea o un carácter que las claves no llevan. Copia solo la clave y pégala de nuevo.',
    'no-token': 'La clave de acceso no está guardada en este computador. Ingrésala para continuar.',
    'token-refused':
      'La plataforma no acepta la clave de acceso. Cópiala de nuevo desde los ajustes de tu plataforma.',
    'rights-missing':
      'La clave de acceso es válida, pero no tiene permiso para esto. Dale más permisos en los ajustes de tu plataforma.',
    'other-store':
      'Esta clave de acceso no es de esta tienda. Usa la clave de esta tienda o elige otra tienda.',
    'store-in-use':
      'Otro Kitchen Pass en este computador atiende esta tienda. Usa ese, o ciérralo primero.',
    'hours-changed':
      'El horario cambió desde que lo abriste. Revisa el horario actual y envía de nuevo.',
    'hours-under-way':
      'El último horario todavía se está enviando. Intenta de nuevo cuando esté confirmado.',
    'weekdays-unknown': 'Primero responde la pregunta sobre los días de la semana.',
    'hours-unknown':
      'El horario actual del local no se conoce por completo, y al enviar se borraría una parte. Cámbialo en la plataforma.',
    'no-printer':
      'El equipo de esta dirección no es una impresora de comandas. Revisa la dirección y el puerto.',
    'not-for-printers':
      'Kitchen Pass no imprime en esta dirección o puerto. Un gerente puede permitirlo en Ajustes, en Impresoras.',
    'usb-needs-linux': 'Las impresoras USB solo funcionan en Linux. Conecta la impresora a la red.',
    'backup-damaged': 'Esta copia está dañada. No se cambió nada. Elige otra.',
    'archive-out': 'Los pedidos anteriores no se pueden leer por ahora.',
    'no-room': 'El disco está muy lleno. No se cambió nada. Libera espacio.',
    moved: 'Otro computador lleva esta cocina.',
    'wrong-codes': 'Demasiados códigos incorrectos.',
  },
  roles: {
    kitchen: 'Cocina',
    counter: 'Mostrador',
    manager: 'Gerente',
    status: 'Estado de pedidos',
  },
  clock: {
    ahead: 'El reloj de este computador está {time} adelantado',
    behind: 'El reloj de este computador está {time} atrasado',
    clockDifference: 'El reloj de este computador y el de la plataforma difieren en {time}',
    clockDifferenceRemedy:
      'Ajusta la fecha, la hora y la zona horaria de este computador. Hasta que los dos relojes coincidan, se usa la hora de este computador y no se borran datos antiguos.',
    minutes: '{n} minuto | {n} minutos',
    hours: '{n} hora | {n} horas',
    days: '{n} día | {n} días',
    remedy:
      'Ajusta la fecha, la hora y la zona horaria de este computador, o actívalas en automático. Mientras tanto, se usa la hora de la plataforma.',
  },
  strip: {
    webhook: 'Eventos',
    orderList: 'Lista de pedidos',
    outbox: 'Envíos a la plataforma',
    webhookAge: 'último evento {age}',
    webhookSilent: 'a la escucha, aún sin eventos',
    webhookOff: 'apagados',
    webhookFailed: 'no se pueden recibir',
    listAge: 'consultada {age}',
    listWaiting: 'primera consulta en curso',
    storeUnseen: 'la clave de acceso no es de esta tienda',
    listOff: 'apagada',
    listFailing: 'la consulta falló, última {age}',
    listNever: 'la consulta falló, aún sin respuesta',
    listUnsupported: 'esta plataforma no la ofrece; los pedidos llegan solo como eventos',
    listLeftOut:
      '{n} pedido de la lista no se pudo leer | {n} pedidos de la lista no se pudieron leer',
    stale: 'desactualizado',
    settled: 'todo confirmado',
    unheard: 'no se sabe por ahora',
    pending: '{n} por enviar',
    sending: 'enviando {n}',
    unknown: '{n} sin respuesta',
    needsPerson: '{n} por resolver | {n} por resolver',
    paused: 'no se envía',
    elsewhere: '{n} mensaje para otros restaurantes | {n} mensajes para otros restaurantes',
  },
} satisfies MessagesLike<typeof en>
