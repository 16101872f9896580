import type en from './en.ts'

export default {
  again: 'Intentar de nuevo',
  byItself: 'Esta página lo intenta de nuevo automáticamente.',
  soon: 'Los pedidos vuelven en un momento.',
  folder: 'Carpeta de datos',
  log: 'Registro',
  host: 'Ordenador de la cocina',
  troubles: {
    'in-use': {
      title: 'Kitchen Pass ya está abierto',
      advice:
        'Otro Kitchen Pass en este computador está usando los datos. Usa ese, o ciérralo y este se abrirá.',
    },
    'store-in-use': {
      title: 'Otro Kitchen Pass en este computador atiende esta tienda',
      advice:
        'Por ejemplo, otro usuario de este computador lo tiene abierto. Desde aquí no se imprime ni se envía nada, para que nada se haga dos veces. Usa el otro, o ciérralo allí y este se abrirá.',
    },
    'no-writing': {
      title: 'Kitchen Pass no puede escribir en su carpeta de datos',
      advice:
        'Da permiso para escribir en esta carpeta a quien abre Kitchen Pass. Si está en un disco bloqueado o desconectado, desbloquéalo o conéctalo.',
    },
    'no-file': {
      title: 'Una carpeta tiene el nombre de la base de datos',
      advice:
        'En la carpeta de datos, abre la de la tienda. Ahí, mueve la carpeta que termina en .sqlite o cámbiale el nombre. Después abre Kitchen Pass de nuevo.',
    },
    'no-folder': {
      title: 'Kitchen Pass no puede crear su carpeta de datos',
      advice:
        'Un archivo tiene el nombre de la carpeta de datos o de una carpeta de su ruta. Muévelo o cámbiale el nombre.',
    },
    'full-disk': {
      title: 'El disco está lleno',
      advice:
        'Libera espacio: vacía la papelera o mueve archivos grandes a otro lugar. Tus datos guardados están a salvo.',
    },
    'failing-disk': {
      title: 'El disco no funciona bien',
      advice:
        'Revisa el cable, si tiene uno, y llama a quien cuida este computador. Tus datos no cambiaron.',
    },
    'host-away': {
      title: 'El computador de la cocina no responde',
      advice:
        'Comprueba que está encendido, que Kitchen Pass está abierto allí y que los dos computadores están en la misma red. Esta pantalla también lo busca en otras direcciones. Para usar este computador por su cuenta, abre el menú (Alt en Windows) y deja de ser una pantalla.',
    },
    unknown: {
      title: 'Kitchen Pass no se puede abrir',
      advice: 'El registro muestra el motivo. Envíalo a soporte.',
    },
    'page-gone': {
      title: 'Esta pantalla se cerró varias veces',
      advice:
        'Los pedidos siguen llegando y se guardan. Si se cierra otra vez, reinicia el computador y envía el registro a soporte.',
    },
    'page-hung': {
      title: 'Esta pantalla dejó de responder',
      advice: 'Se reinició. Los pedidos siguieron llegando.',
    },
    restarted: {
      title: 'Kitchen Pass tuvo que reiniciarse',
      advice: 'Algo salió mal. Tus datos guardados están a salvo.',
    },
    'crash-loop': {
      title: 'Kitchen Pass se cerró cinco veces en pocos minutos',
      advice:
        'Ya no se reinicia automáticamente. Si se cierra otra vez, reinicia el computador y envía el registro a soporte.',
    },
  },
} satisfies typeof en
