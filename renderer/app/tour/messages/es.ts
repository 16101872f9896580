import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  tours: {
    offerTitle: '¿Primera vez aquí? Haz el recorrido',
    offerText: 'Cinco pasos, unos 2 minutos. Nada de esto es real: prueba lo que quieras.',
    askTitle: 'Recorridos',
    askText: 'Cinco pasos, unos 2 minutos, en la tienda de práctica.',
    notHere:
      'El recorrido usa la tienda de práctica, con pedidos inventados. Esta es tu tienda real, así que aquí no puede empezar.',
    notHereManager:
      'Para hacerlo, abre Kitchen Pass en otra computadora y elige allí la tienda de práctica.',
    cook: 'Para la cocina',
    manager: 'Para gerentes',
    notNow: 'Ahora no',
    skip: 'Omitir',
    back: 'Atrás',
    next: 'Siguiente',
    finish: 'Terminar',
    done: 'Listo',
    doneClose: 'Listo. Cierra esto para seguir.',
    place: '{n} de {all}',
    finished: 'Ese fue el recorrido. Puedes repetirlo desde la ayuda.',
  },
  tourTitle: {
    wall: 'Una comanda es un pedido',
    bump: 'Márcala cuando esté lista',
    bringBack: 'Recupera una comanda',
    marks: 'Alergias y notas',
    soldOut: 'Marca lo agotado',
    alerts: 'Alertas y conexión',
    busy: 'Cuando hay mucho trabajo',
    reservations: 'Reservas y clientes',
    closeOut: 'Cierra el turno',
    settings: 'Ajustes, respaldos, ayuda',
  },
  tourText: {
    wall: 'La primera es la prometida primero. La parte de arriba se pone ámbar cuando queda poco tiempo y roja cuando está atrasada.',
    bump: 'Entonces la comanda sale de la pantalla y se avisa a la plataforma.',
    bringBack: 'Por unos segundos la comanda tiene Deshacer. Después está en Recuperar.',
    marks:
      'Una alergia está en violeta, también abajo en la pantalla. Las notas y los datos del repartidor están sobre los platos.',
    soldOut:
      'Lo apagado no se puede pedir. En la pantalla de cocina, mantén presionado un plato para hacer lo mismo.',
    alerts:
      'En Alertas está lo que requiere una decisión. El punto muestra la conexión: verde está bien. Toca para abrir.',
    busy: 'Promete más tiempo aquí o pausa los pedidos un rato. Ambos vuelven solos a lo normal.',
    reservations:
      'Toma una reserva aquí. Los clientes, con sus puntos y alergias, tienen su propia sección.',
    closeOut:
      'Al final, elige el turno, cuenta la caja, compara y firma. Un cierre firmado nunca cambia.',
    settings:
      'Pantallas, sonidos, PIN y respaldos están en Ajustes. La ayuda está en todas las secciones.',
  },
  tourTask: {
    bump: 'Toca el botón.',
    bringBack: 'Recupera tu comanda.',
    sellOut: 'Apaga un producto.',
    setTime: 'Elige un tiempo.',
  },
} satisfies MessagesLike<typeof en>
