import type { en } from './en.ts'

export const es: typeof en = {
  again: 'Intentar de nuevo',
  byItself: 'Esta página lo intenta de nuevo sola.',
  soon: 'La cola vuelve sola en un momento.',
  folder: 'Carpeta de datos',
  log: 'Registro',
  troubles: {
    newer: {
      title: 'Estos datos son de un Kitchen Pass más nuevo',
      advice:
        'Una versión más nueva ha trabajado con ellos y esta no los entendería del todo. Instala la última versión de Kitchen Pass y ábrela. No se ha cambiado nada en los datos.',
    },
    'in-use': {
      title: 'Kitchen Pass ya está abierto',
      advice:
        'Otro Kitchen Pass en este equipo tiene abiertos los datos. Usa ese, o ciérralo: entonces se abre aquí.',
    },
    'no-writing': {
      title: 'No se puede escribir en la carpeta de datos',
      advice:
        'Da permiso para escribir en esta carpeta a quien abre Kitchen Pass. Si está en un disco bloqueado o desconectado, desbloquéalo o conéctalo.',
    },
    'no-file': {
      title: 'Hay una carpeta en el lugar de la base de datos',
      advice:
        'Mueve o cambia el nombre de la carpeta que termina en .sqlite dentro de la carpeta de datos y vuelve a iniciar Kitchen Pass.',
    },
    'no-folder': {
      title: 'No hay carpeta para los datos',
      advice:
        'Otra cosa tiene el nombre que debe tener la carpeta de datos o una carpeta dentro de ella. Muévela o cámbiale el nombre.',
    },
    'full-disk': {
      title: 'El disco está lleno',
      advice:
        'Haz sitio: vacía la papelera, mueve archivos grandes. No se pierde nada de lo guardado.',
    },
    'failing-disk': {
      title: 'El disco da errores',
      advice:
        'Revisa su cable si lo tiene, y llama a quien cuida este equipo. Los datos se han dejado como están.',
    },
    unknown: {
      title: 'Kitchen Pass no puede abrirse',
      advice: 'El motivo está en el registro. Envíalo a soporte.',
    },
    'page-gone': {
      title: 'Esta pantalla se ha cerrado varias veces',
      advice:
        'Los pedidos siguen llegando y se guardan. Si se cierra otra vez, reinicia el equipo y envía el registro a soporte.',
    },
    'page-hung': {
      title: 'Esta pantalla no respondía',
      advice: 'Se ha abierto de nuevo. Los pedidos han seguido llegando.',
    },
    restarted: {
      title: 'Kitchen Pass ha tenido que reiniciarse',
      advice: 'Encontró un error con el que no podía seguir. Lo guardado sigue ahí.',
    },
    'crash-loop': {
      title: 'Kitchen Pass se ha cerrado cinco veces en pocos minutos',
      advice:
        'Ya no se abre solo. Si se cierra otra vez, reinicia el equipo y envía el registro a soporte.',
    },
  },
}
