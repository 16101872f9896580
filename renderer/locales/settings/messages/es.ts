import type en from './en.ts'

export default {
  settingSection: {
    'this-screen': 'Esta pantalla',
    appearance: 'Apariencia',
    wall: 'Pantalla de cocina',
    stations: 'Estaciones',
    sounds: 'Sonidos',
    'kitchen-times': 'Tiempos de cocina',
    'preparation-time': 'Tiempo de preparación',
    reservations: 'Reservas',
    'close-out': 'Cierre',
    printers: 'Impresoras',
    screens: 'Pantallas y roles',
    network: 'Pantallas en red',
    keys: 'Teclas',
    backups: 'Copias de seguridad',
    data: 'Datos en esta computadora',
    updates: 'Actualizaciones',
    connection: 'Conexión',
    about: 'Acerca de',
  },
  settingRow: {
    screenName: {
      name: 'Nombre de esta pantalla',
      hint: 'Aparece junto a los cambios hechos en esta pantalla. Ejemplo: Parrilla',
      search: 'renombrar llamar título quién',
    },
    ownRole: {
      name: 'Rol de esta pantalla',
      search:
        'roles permiso derechos acceso bloquear desbloquear cocina mostrador encargado gerente',
    },
    keepAwake: {
      name: 'Mantener la pantalla encendida',
      hint: 'La pantalla no se apaga mientras Kitchen Pass está abierto.',
      warning:
        'Este navegador no puede mantener la pantalla encendida ahora. En los ajustes de este dispositivo, elige que la pantalla nunca se apague y desactiva el ahorro de batería.',
      search:
        'apagar apaga dormir suspender reposo protector pantalla tiempo espera energía batería brillo despierta',
    },
    autostart: {
      name: 'Iniciar con el computador',
      hint: 'Kitchen Pass se abre cuando alguien inicia sesión en este computador.',
      warning:
        'El sistema no lo permite. Permite Kitchen Pass en los ajustes de este computador, en aplicaciones de inicio o ítems de inicio.',
      search: 'arranque automático encender prender inicio sesión reiniciar servicio abrir solo',
    },
    kiosk: {
      name: 'Modo quiosco',
      hint: 'Kitchen Pass ocupa toda la pantalla y no se puede cerrar ni minimizar. Para salir se necesita el PIN del gerente.',
      warning: 'No hay PIN, así que cualquiera puede salir del modo quiosco.',
      search:
        'kiosko pantalla completa bloquear bloqueo cerrar salir minimizar restringir cocinero tableta pin',
    },
    otherHost: {
      name: 'Pantalla de otro Kitchen Pass',
      hint: 'Muestra la cocina de otro computador en toda la ventana. La cocina de este computador se detiene y sus datos se quedan aquí.',
      search: 'conectar unirse servidor otro computador tableta modo pantalla red remoto',
    },
    language: {
      name: 'Idioma',
      choices: {
        null: 'Igual que el sistema',
      },
      search: 'inglés español castellano portugués traducción palabras lengua',
    },
    theme: {
      name: 'Tema',
      choices: {
        system: 'Igual que el sistema',
        light: 'Clara',
        dark: 'Oscura',
      },
      search: 'claro oscuro modo noche día colores contraste brillo aspecto',
    },
    timeFormat: {
      name: 'Formato de hora',
      hint: 'En todas las pantallas e impresiones.',
      choices: {
        '24-hour': '24 horas (18:30)',
        '12-hour': '12 horas (6:30\u00a0p.\u00a0m.)',
      },
      search: 'reloj horas am pm 12 24 militar',
    },
    wallPreview: {
      name: 'Vista previa de esta pantalla',
      search: 'vista previa imagen ejemplo tamaño columnas disposición',
    },
    wallSize: {
      name: 'Tamaño del texto',
      search: 'grande pequeño letras letra fuente zoom leer lejos distancia',
    },
    wallColumns: {
      name: 'Columnas',
      hint: 'Se muestran menos si los platos no caben.',
      choices: {
        null: 'Automático',
      },
      search: 'tarjetas lado cuadrícula disposición ancho angosto cantidad',
    },
    wallHeader: {
      name: 'Barra superior',
      hint: 'Muestra el nombre, la hora, los tipos de pedido y las listas. Sin ella, las listas se abren con teclas.',
      search: 'ocultar mostrar barra arriba reloj pantalla completa encabezado',
    },
    navigation: {
      name: 'Navegación en la cocina',
      hint: 'Según el rol: las pantallas de cocina la ocultan, las demás la muestran.',
      choices: {
        null: 'Según el rol',
        shown: 'Siempre visible',
        corner: 'Oculta en una esquina',
      },
      search: 'menú barra esquina ocultar mostrar salas pared pantalla completa',
    },
    cardNumbers: {
      name: 'Números en las comandas',
      hint: 'Para una bump bar o un teclado. Si está apagado, aparecen al apretar una tecla.',
      search: 'dígitos bump bar teclado número posición',
    },
    headBumps: {
      name: 'Tocar el encabezado marca listo',
      hint: 'Todo el encabezado de la comanda es un botón. Los detalles se abren con una tecla.',
      search: 'toque tocar cabecera título listo botón detalles',
    },
    denseCards: {
      name: 'Comandas compactas',
      hint: 'Caben más platos: filas más bajas y las opciones en la línea del plato, sin los nombres de los grupos y sin lo que el plato ya trae. Las alergias se ven siempre.',
      search: 'denso compacto pequeño opciones agregados espacio más platos hora punta',
    },
    showPayment: {
      name: 'Mostrar el pago en las comandas',
      search: 'dinero efectivo precio monto total pagado cobro tarjeta pedido',
    },
    allergyWords: {
      name: 'Palabras de alergia',
      hint: 'Cuando un cliente escribe una de tus palabras, la comanda muestra una alergia. Las comandas abiertas cambian de inmediato. El nombre de una opción solo cuenta si quita el alimento: “sin kiwi”, no “jugo de kiwi”.',
      search:
        'alérgeno alérgico intolerancia celíaco maní nueces leche huevo soya kiwi alarma ingrediente',
    },
    stationList: {
      name: 'Estaciones',
      hint: 'Para una cocina de varias personas: cada estación tiene su propia pantalla con sus platos.',
      search:
        'sección partida puesto línea división parrilla barra cocinero platos quién prepara reparto',
    },
    lastStationBumps: {
      name: 'La última estación marca el pedido como listo',
      hint: 'Cuando todas las estaciones terminan, el pedido queda listo. Si no, lo marca alguien en una pantalla de toda la cocina.',
      search: 'estación bump listo automático terminar completo pase última',
    },
    finishTogether: {
      name: 'Los platos de un pedido terminan juntos',
      hint: 'Kitchen Pass aprende cuánto demora cada plato. Un plato corto espera hasta que a los largos les queda el mismo tiempo.',
      search: 'tiempos empezar esperar juntos terminar minutos preparación marcha ritmo',
    },
    courses: {
      name: 'Tiempos de la comida',
      hint: 'Primero las entradas. Los fondos y los postres esperan hasta que alguien los marcha.',
      search: 'curso entrada principal fondo postre marchar esperar comida',
    },
    statusNames: {
      name: 'Nombres en la pantalla de estado de pedidos',
      hint: 'Los clientes y repartidores ven el número del pedido. Si lo activas, también ven el nombre de pila del cliente.',
      search: 'cliente repartidor nombre privacidad retiro número pantalla estado pedidos',
    },
    soundOn: {
      name: 'Sonidos de pedidos',
      warning: 'Los pedidos nuevos no suenan en esta pantalla.',
      search: 'sonido timbre campana alarma alerta ruido notificación silencio apagar',
    },
    volume: {
      name: 'Volumen',
      warning: 'Los pedidos nuevos no suenan en esta pantalla.',
      search: 'fuerte alto bajo silencio sonido',
    },
    sounds: {
      name: 'Escuchar los sonidos',
      search: 'sonido probar escuchar tocar timbre campana alarma alerta',
    },
    undoSeconds: {
      name: 'Deshacer tras marcar listo',
      hint: 'Cuánto tiempo se puede deshacer antes de enviarlo a la plataforma.',
      value: '{n} segundo | {n} segundos',
      search:
        'listo esperar retraso revertir error segundos tiempo cuenta regresiva cancelar equivocación volver atrás recuperar enviar después',
    },
    amberShare: {
      name: 'Ámbar desde',
      hint: 'Cuánto del tiempo prometido pasa antes de que una comanda se ponga ámbar. Se pone roja cuando se cumple.',
      search: 'amarillo naranja color tarde atraso demora pronto aviso rojo reloj tiempo minutos',
    },
    amberShareDelivery: {
      name: 'Ámbar para delivery',
      hint: 'Valor propio para pedidos con entrega. Con 0 se usa “Ámbar desde”.',
      none: 'igual que los demás',
      search: 'entrega envío repartidor domicilio amarillo atraso tipo propio',
    },
    amberSharePickup: {
      name: 'Ámbar para retiro',
      hint: 'Valor propio para pedidos que se retiran. Con 0 se usa “Ámbar desde”.',
      none: 'igual que los demás',
      search: 'retiro recoger para llevar mostrador amarillo atraso tipo propio',
    },
    amberShareTable: {
      name: 'Ámbar para mesas',
      hint: 'Valor propio para pedidos a una mesa. Con 0 se usa “Ámbar desde”.',
      none: 'igual que los demás',
      search: 'mesa salón comer aquí amarillo atraso tipo propio',
    },
    veryLateMinutes: {
      name: 'Muy atrasado desde',
      hint: 'Cuánto después de la hora prometida una comanda se pone negra y amarilla, con un marco, rayas y dos signos de exclamación. Con 0 se desactiva.',
      value: '{n} minuto | {n} minutos',
      none: 'desactivado',
      search: 'segundo umbral negro amarillo rojo vencido atraso demora tarde alarma minutos',
    },
    startedStage: {
      name: 'Marcar comandas empezadas',
      hint: 'Los cocineros pueden marcar una comanda como empezada. No se envía a la plataforma.',
      search: 'comenzar iniciar cocinando en preparación etapa',
    },
    preparationBackMinutes: {
      name: 'Volver al tiempo habitual después de',
      hint: 'Un tiempo de preparación cambiado vuelve solo. Con 0 se queda hasta que alguien lo cambie.',
      value: '{n} min',
      none: 'nunca',
      search: 'tiempo preparación volver habitual minutos',
    },
    automaticPreparation: {
      name: 'Tiempo de preparación automático',
      hint: 'Kitchen Pass pone el tiempo según lo que está abierto en la cocina, como máximo cada 5 minutos.',
      search: 'automático tiempo preparación sugerencia',
    },
    automaticLeast: {
      name: 'Tiempo automático más corto',
      value: '{n} min',
      warning:
        'El tiempo más corto es mayor que el más largo, así que siempre se pone el más corto.',
      search: 'automático tiempo preparación mínimo límite',
    },
    automaticMost: {
      name: 'Tiempo automático más largo',
      value: '{n} min',
      search: 'automático tiempo preparación máximo límite',
    },
    coversPerHalfHour: {
      name: 'Comensales por media hora',
      hint: 'Avisa cuando llegarían más. Con 0 no hay límite.',
      value: '{n} personas',
      none: 'sin límite',
      search: 'ritmo cubiertos límite reservas cocina',
    },
    tableMinutes: {
      name: 'Tiempo de mesa',
      hint: 'Cuánto tiempo ocupa una mesa cada reserva, si no se cambia.',
      value: '{n} minutos',
      search: 'duración turno reservas minutos',
    },
    businessDayBorder: {
      name: 'El día comienza a las',
      hint: 'Lo que ocurre antes de esta hora cuenta para el día anterior, en cierres y reportes.',
      search: 'día comercial corte noche medianoche turno hora',
    },
    tipsInAmount: {
      name: '¿Los pagos incluyen propinas?',
      hint: 'La plataforma no lo indica. Mientras no elijas una respuesta, los cierres muestran los dos resultados.',
      choices: {
        unknown: 'No sé',
        inside: 'Incluidas',
        outside: 'No incluidas',
      },
      search: 'propina servicio incluida aparte monto',
    },
    overShortThreshold: {
      name: 'Diferencia permitida',
      hint: 'Si el sobrante o faltante es mayor, hay que contar de nuevo ese medio de pago y agregar una nota. Déjalo vacío para usar el monto habitual de tu moneda.',
      search: 'umbral límite diferencia caja falta sobra recuento tolerancia',
    },
    closeOutNames: {
      name: 'Nombres de cajas y personas',
      hint: 'Los cierres muestran estos nombres. La plataforma no los comparte: cada caja y persona tiene un número hasta que le pongas nombre.',
      search: 'caja cajero persona personal mesero garzón nombre renombrar id',
    },
    receiptPrinters: {
      name: 'Impresoras de comandas',
      hint: 'Impresoras de tu red para comandas y cierres. Imprime una prueba para ver si todo se lee bien.',
      search: 'comanda recibo térmica papel rollo imprimir pedido cierre caja red ip 80 mm 58 mm',
    },
    anyPrinterAddress: {
      name: 'Permitir cualquier dirección de impresora',
      hint: 'Normalmente las impresoras deben estar en tu red y usar los puertos 9100 a 9109. Actívalo si una está conectada a este computador o usa otro puerto.',
      search: 'permitir puerto 9100 dirección local usb este equipo localhost seguridad',
    },
    pin: {
      name: 'PIN del gerente',
      hint: 'De 4 a 8 dígitos. Así cada pantalla puede hacer lo que su rol permite. Un gerente puede desbloquear lo demás.',
      search: 'contraseña clave código bloqueo seguridad permiso encargado quién puede hacer qué',
    },
    screenList: {
      name: 'Todas las pantallas',
      hint: 'Dale un nombre a cada pantalla. Cuando hay un PIN, cada una tiene también un rol: las nuevas tienen el rol Cocina. Dale primero a tu pantalla el rol Gerente.',
      search:
        'roles permiso derechos acceso renombrar olvidar quitar dispositivo tableta cocina mostrador',
    },
    networkScreens: {
      name: 'Pantallas en la red',
      hint: 'Tabletas y otros computadores que muestran esta cocina. El trabajo lo hace este computador.',
      search:
        'red wifi wi-fi tableta tablet ipad android telefono emparejar vincular codigo certificado https qr direccion agregar dispositivo',
    },
    wallKeys: {
      name: 'Teclas de la cocina',
      hint: 'Elige una acción y aprieta su tecla. Una bump bar funciona como un teclado.',
      search: 'aprender apretar tecla bump bar atajos mapa cambiar botones',
    },
    keys: {
      name: 'Teclado',
      search: 'atajos bump bar botones mapa letras',
    },
    backups: {
      name: 'Copias de seguridad de tus datos',
      hint: 'Kitchen Pass las hace solo, cada 15 minutos en los que algo cambió.',
      search: 'restaurar recuperar deshacer daño guardar respaldo backup datos disco prueba',
    },
    dataFolder: {
      name: 'Carpeta de datos',
      hint: 'En la computadora que ejecuta Kitchen Pass. TI puede moverla: mira «Where data is kept» en la ayuda.',
      search: 'ruta dónde carpeta disco espacio libre lleno tamaño almacenamiento lugar gb mover',
    },
    keepDays: {
      name: 'Guardar pedidos pasados por',
      hint: 'Los pedidos pasados, los cambios enviados y el historial de agotados se borran después de este tiempo. Los cierres nunca se borran.',
      value: '{n} día | {n} días',
      search: 'historial borrar pedidos viejos antiguos disco espacio días archivo',
    },
    guestDataDays: {
      name: 'Guardar datos de clientes por',
      hint: 'Los nombres, teléfonos y direcciones de reservas y pedidos pasados se borran después de este tiempo.',
      value: '{n} día | {n} días',
      search: 'privacidad personales comensales nombres teléfonos olvidar borrar',
    },
    updates: {
      name: 'Actualizaciones de Kitchen Pass',
      search: 'versión nueva actualizar instalar descargar beta reiniciar',
    },
    updateDownload: {
      name: 'Descargar actualizaciones automáticamente',
      hint: 'Cuando la cocina está tranquila. Si no, un gerente las descarga aquí.',
      search: 'segundo plano automático datos tráfico',
    },
    updateWhen: {
      name: 'Instalar actualizaciones',
      hint: 'Kitchen Pass se reinicia en cerca de un minuto. Nunca mientras haya una comanda abierta.',
      choices: { 'next-start': 'Al iniciar Kitchen Pass', 'set-time': 'A una hora' },
      search: 'cuándo noche reinicio automático',
    },
    updateTime: {
      name: 'Hora de las actualizaciones',
      hint: 'En las dos horas siguientes, cuando no haya comandas abiertas. La computadora tiene que estar encendida.',
      search: 'noche cuándo instalar',
    },
    updateChannel: {
      name: 'Versiones',
      choices: { stable: 'Versiones terminadas', beta: 'También versiones de prueba (beta)' },
      warning:
        'Las versiones de prueba llegan antes y pueden tener fallas. Si vuelves a las versiones terminadas, esperas la siguiente.',
      search: 'canal estable beta prueba temprano',
    },
    connection: {
      name: 'Conexión con la plataforma',
      hint: 'Dirección y clave de acceso de la plataforma, cómo llegan los pedidos y la revisión de la conexión.',
      search:
        'token url puerto webhook eventos receptor túnel velocidad límite internet doctor revisar práctica entrenamiento restaurante tienda local',
    },
    about: {
      name: 'Acerca de Kitchen Pass',
      search:
        'versión número licencia código abierto cambios novedades actualización software información',
    },
  },
} satisfies typeof en
