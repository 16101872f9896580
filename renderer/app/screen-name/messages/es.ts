import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  screenNameCard: {
    title: '¿Cómo se llama esta pantalla?',
    text: 'El nombre aparece junto a lo que se hace aquí.',
    suggestions: 'Sugerencias',
    name: 'Nombre',
    role: 'Rol',
    taken: 'Ya hay una pantalla llamada {name}. Otro nombre ayuda a distinguirlas.',
    save: 'Guardar',
    saved: 'Esta pantalla se llama {name}.',
    answer: 'Ponerle nombre',
    notNow: 'Ahora no',
  },
  screenNames: {
    kitchen: 'Cocina',
    kitchenMore: 'Parrilla',
    counter: 'Mostrador',
    counterMore: 'Bar',
    manager: 'Oficina',
    managerMore: 'Gerencia',
    status: 'Estado de pedidos',
    statusMore: 'Retiro',
  },
} satisfies MessagesLike<typeof en>
