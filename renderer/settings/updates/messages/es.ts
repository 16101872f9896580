import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  updates: {
    failed: 'No se pudieron cargar las actualizaciones',
    loading: 'Cargando…',
    running: 'Versión {version}',
    changes: 'Qué cambió',
    how: 'Cómo funcionan las actualizaciones',
    byHand:
      'Esta instalación no se actualiza sola. Quien instaló Kitchen Pass instala las versiones nuevas.',
    never: 'Kitchen Pass busca versiones nuevas solo, cuando la cocina está tranquila.',
    look: 'Buscar actualizaciones',
    searching: 'Buscando actualizaciones…',
    newest: 'Esta es la versión más nueva',
    looked: 'Última búsqueda: {age}',
    found: 'La versión {version} está disponible',
    tells: 'Pide a TI que la instale. Esta instalación no se actualiza sola.',
    download: 'Descargar',
    downloading: 'Descargando la versión {version}: {percent} %',
    ready: 'La versión {version} está lista',
    blocked:
      'Hay {n} comanda abierta. No se instala nada mientras haya una comanda abierta. | Hay {n} comandas abiertas. No se instala nada mientras haya una comanda abierta.',
    now: 'Kitchen Pass se reinicia con ella en un momento.',
    installNow: 'Instalar ahora',
    ask: '¿Instalar la versión {version} ahora?',
    askText:
      'Todas las pantallas se cierran y vuelven en cerca de un minuto. Los pedidos que lleguen mientras tanto aparecen en la pantalla de cocina después del reinicio.',
    notNow: 'Ahora no',
    installing: 'Instalando la versión {version}. Kitchen Pass se reinicia en un momento.',
    ticketCame: 'Ahora hay una comanda abierta, así que no se instaló nada.',
    noLonger: 'La actualización ya no está lista. Busca otra vez.',
    gaveUp: 'No se pudo instalar la versión {version}',
    gaveUpText:
      'Fallaron tres intentos. Esta versión sigue funcionando y Kitchen Pass espera la siguiente. Avisa a TI o busca otra vez.',
    notInstalled:
      'No se instaló la versión {version}. Esta versión sigue funcionando, y Kitchen Pass lo intenta otra vez en el próximo buen momento.',
    gotIt: 'Entendido',
    tryAgain: 'Intentar otra vez',
  },
  updateWaits: {
    'next-start':
      'Se instala en los diez minutos después del próximo inicio de Kitchen Pass, si no hay comandas abiertas.',
    'set-time': 'Se instala a las {time}, si no hay comandas abiertas.',
    'tickets-open': 'Se instala cuando no haya comandas abiertas.',
    'changes-unsent': 'Se instala cuando todos los cambios estén enviados a la plataforma.',
    'orders-unknown': 'Se instala cuando Kitchen Pass sepa que no hay pedidos nuevos.',
    busy: 'Se instala cuando no haya pasado nada durante un minuto.',
  },
  updateFaults: {
    unreachable: 'No se pudo llegar al servidor de actualizaciones. Revisa la conexión a internet.',
    unreadable:
      'El servidor de actualizaciones dio una respuesta sin sentido. Puede ser la página de inicio de sesión de la red. Si pasa otra vez, avisa a TI.',
    damaged:
      'La actualización llegó dañada y se eliminó. Kitchen Pass la descarga otra vez. Si pasa otra vez, avisa a TI.',
    'not-signed':
      'La actualización no está firmada por el fabricante de Kitchen Pass y se rechazó. No la instales a mano. Avisa a TI.',
    'no-room': 'El disco está lleno. Libera espacio e intenta otra vez.',
    'not-started': 'No se pudo instalar la actualización. Esta versión sigue funcionando.',
    unknown:
      'La actualización falló. Esta versión sigue funcionando. El motivo está en el registro.',
  },
} satisfies MessagesLike<typeof en>
