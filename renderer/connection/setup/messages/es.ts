import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  setup: {
    title: 'Conecta tu tienda',
    steps: 'Pasos',
    next: 'Continuar',
    back: 'Volver',
    leave: 'Ahora no',
    languageTitle: 'Elige un idioma',
    languageText: 'Para esta pantalla. Puedes cambiarlo después en Ajustes.',
    startTitle: 'Te damos la bienvenida a Kitchen Pass',
    connectChoice: 'Conecta tu tienda',
    connectChoiceText: 'Tus pedidos aparecen aquí. Necesitas una clave de acceso de tu plataforma.',
    practiceChoice: 'Mira la tienda de práctica',
    practiceChoiceText: 'Los pedidos son inventados. Prueba lo que quieras.',
    keyTitle: 'Clave de acceso y dirección',
    keyText:
      'Un gerente encuentra las dos en los ajustes de la plataforma, donde se crean las claves de acceso.',
    addressHint: 'Ejemplo: platform.example. Lo demás se agrega solo.',
    more: 'Otras direcciones',
    moreText: 'Déjalas vacías, salvo que tu plataforma o informática te las haya dado.',
    storeTitle: '¿Cuál es esta tienda?',
    storeText: 'Esta clave es de {brand}.',
    permissions:
      'Permisos de esta clave: {names}. Si la plataforma rechaza un cambio, dale más permisos a la clave.',
    noPermissions:
      'La plataforma no dice qué puede hacer esta clave. Si rechaza un cambio, dale más permisos a la clave.',
    screenTitle: '¿Para qué es esta pantalla?',
    connected: 'Conectada a {store}, {brand}',
    role: 'Lugar',
    name: 'Nombre de esta pantalla',
    nameHint: 'Se muestra junto a lo que se hace aquí, como los productos agotados.',
    nameTaken: 'Ya hay una pantalla llamada {name}. Otro nombre ayuda a distinguirlas.',
    fullAccess: 'No hay PIN. Todas las pantallas tienen acceso completo.',
    setPin: 'Poner un PIN de gerente (opcional)',
    pin: 'PIN nuevo',
    repeatPin: 'Repite el PIN',
    noPin: 'Ingresa de 4 a 8 dígitos.',
    pinsDiffer: 'Los dos PIN son distintos. Escribe el PIN otra vez.',
    toWall: 'Ir a los pedidos',
  },
  setupStep: {
    language: 'Idioma',
    start: 'Inicio',
    key: 'Clave de acceso',
    store: 'Tienda',
    screen: 'Pantalla',
  },
  setupRole: {
    kitchen: 'Cocina',
    counter: 'Mostrador',
    manager: 'Oficina',
  },
  setupRoleText: {
    kitchen: 'Pedidos y productos agotados',
    counter: 'Pedidos, reservas y clientes',
    manager: 'Todo, también el cierre de turno y los ajustes',
  },
} satisfies MessagesLike<typeof en>
