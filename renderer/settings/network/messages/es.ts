import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  network: {
    failed: 'No se pudieron cargar las pantallas en red',
    loading: 'Cargando…',
    allow: 'Permitir pantallas en esta red',
    allowHint:
      'Las tabletas, los teléfonos y otros computadores de la misma red Wi-Fi pueden ser pantallas de esta cocina. Un gerente da acceso a cada una.',
    impossible: 'Este programa no puede mostrar pantallas en la red.',
    portTaken:
      'Otro programa de este computador usa el puerto {port}. Ciérralo y luego apaga y enciende esta opción.',
    otherHosts:
      'Hay otro Kitchen Pass en esta red: {addresses}. Si es de la misma tienda, cierra uno de los dos, porque ambos envían cambios. Si no, abre la dirección con números: el nombre puede llevar a cualquiera.',
    noCertificate:
      'Las pantallas no pueden conectarse, porque el certificado de este computador no se puede leer ni crear. El motivo está en el registro.',
    authorityDamaged:
      'Los archivos con que las pantallas reconocen este computador están dañados. Si tienes una copia de los datos de este computador, pide al área de TI que restaure la carpeta “network”. Si no, crea un certificado nuevo: cada pantalla tendrá que confiar otra vez en este computador.',
    replaceAuthority: 'Crear un certificado nuevo…',
    replaceTitle: '¿Crear un certificado nuevo?',
    replaceText:
      'Ninguna pantalla de la red confía en este computador hasta instalar el certificado nuevo. Las pantallas conservan su nombre y su función.',
    replace: 'Crearlo',
    keepAuthority: 'Ahora no',
    more: 'Esperan más pantallas de las que aparecen aquí. Si la tuya no está, escribe su código.',
    byCode: 'Escribir un código…',
    noPin:
      'Aún no hay PIN del gerente. Con él, un gerente puede desbloquear una pantalla por cinco minutos.',
    setPin: 'Definir un PIN',
    add: 'Agregar una pantalla',
    openIt: 'En la pantalla nueva, conéctate a la misma red Wi-Fi y abre esta dirección:',
    otherwise: 'Si no se abre: {addresses}',
    scan: 'La dirección como imagen para escanear',
    trust: 'Sigue los pasos que muestra, hasta que sus ocho palabras sean iguales a estas:',
    typeCode: 'Luego muestra un código. Elige “Dar acceso…” arriba y escríbelo.',
    details: 'Certificado',
    fingerprint: 'SHA-256 {fingerprint}',
    until: 'Válido hasta el {date}. Kitchen Pass lo renueva solo.',
    untilGiven: 'Válido hasta el {date}. Lo renueva el área de TI.',
    waiting: 'Pantallas que esperan',
    none: 'Ninguna pantalla espera. Una pantalla nueva aparece aquí mientras muestra su código.',
    at: '{system} · {address}',
    left: 'Código válido por {time}',
    letIn: 'Dar acceso…',
    letInOf: 'Dar acceso a {system}',
    refuse: 'Rechazar',
    title: 'Dar acceso a una pantalla',
    code: 'Código en la pantalla nueva',
    codeHint: '8 letras y números',
    name: 'Nombre',
    nameHint: 'Dónde está. Ejemplo: Parrilla',
    taken: 'Ya hay una pantalla llamada {name}',
    role: 'Rol',
    submit: 'Dar acceso',
    cancel: 'Cancelar',
    gone: 'Esta pantalla ya no espera. Pide un código nuevo en ella.',
    removeTitle: '¿Quitar {name}?',
    removeText:
      'Esta pantalla pierde el acceso de inmediato. Para usarla de nuevo, un gerente debe darle acceso otra vez.',
    remove: 'Quitarla',
    keep: 'Conservarla',
    codesLeft:
      '{sentence} Queda {n} intento antes de que se rechacen códigos por un tiempo. | {sentence} Quedan {n} intentos antes de que se rechacen códigos por un tiempo.',
    battery: 'Batería {n} %',
    charging: 'Batería {n} %, cargando',
    version: 'Versión {version}',
    isIn: '{name} ya es una pantalla de esta cocina',
  },
  joinHost: {
    open: 'Buscar la cocina…',
    title: 'Pantalla de otro Kitchen Pass',
    first: 'En el otro computador, abre Ajustes, Pantallas en red, y permite las pantallas.',
    searching: 'Buscando en esta red…',
    found: 'En esta red',
    none: 'Ningún otro Kitchen Pass se anuncia en esta red. Escribe su dirección.',
    again: 'Buscar de nuevo',
    address: 'Dirección del otro computador',
    addressHint: 'Como la muestran sus Pantallas en red. Ejemplo: 192.168.1.20:8440',
    next: 'Continuar',
    compare:
      'Compara estas palabras con las ocho que muestra el otro computador en Pantallas en red:',
    given: 'El equipo de TI dio un certificado a ese computador. El sistema lo comprueba.',
    differ:
      'Si son distintas, puede que otra máquina responda en esta dirección. No sigas y avisa al equipo de TI.',
    own: 'Este computador tiene su propia cocina. Se detiene: los pedidos, los cambios sin enviar y las cifras se quedan aquí hasta que vuelvas a ella.',
    same: 'Las palabras son iguales',
    join: 'Conectar',
    back: 'Atrás',
    restarting:
      'Kitchen Pass se reinicia como pantalla. Después muestra un código y un gerente la deja entrar.',
    noAnswer:
      'Ningún Kitchen Pass responde en esta dirección. Comprueba que allí se permiten pantallas y que los dos computadores están en la misma red.',
    notAKitchen: 'En esta dirección responde otra cosa, no un Kitchen Pass.',
    noAddress: 'Esto no es una dirección. Ejemplo: 192.168.1.20:8440',
    another: 'Ahora responde otro computador en esta dirección. Empieza de nuevo.',
  },
  networkRoles: {
    kitchen: 'Pedidos y tablero 86',
    counter: 'También reservas, clientes y cupones',
    manager: 'Todo, también dinero y ajustes',
    status: 'Solo los números de los pedidos, para clientes y repartidores',
  },
  systems: {
    ipados: 'iPad o iPhone',
    android: 'Android',
    'fire-os': 'Tableta Fire',
    windows: 'Windows',
    macos: 'Mac',
    linux: 'Linux',
    unknown: 'Un navegador',
  },
} satisfies MessagesLike<typeof en>
