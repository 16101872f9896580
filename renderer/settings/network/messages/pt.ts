import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  network: {
    failed: 'Não foi possível carregar as telas na rede',
    loading: 'Carregando…',
    allow: 'Permitir telas nesta rede',
    allowHint:
      'Tablets, celulares e outros computadores no mesmo Wi-Fi podem ser telas desta cozinha. Um gerente dá acesso a cada um.',
    impossible: 'Este programa não pode mostrar telas na rede.',
    portTaken:
      'Outro programa neste computador usa a porta {port}. Feche-o e depois desligue e ligue esta opção.',
    otherHosts:
      'Há outro Kitchen Pass nesta rede: {addresses}. Se for da mesma loja, feche um dos dois, porque ambos enviam mudanças. Se não, abra o endereço com números: o nome pode levar a qualquer um.',
    noCertificate:
      'As telas não conseguem se conectar, porque o certificado deste computador não pode ser lido nem criado. O motivo está no registro.',
    noPin:
      'Ainda não há PIN do gerente. Com ele, um gerente pode desbloquear uma tela por cinco minutos.',
    setPin: 'Definir um PIN',
    add: 'Adicionar uma tela',
    openIt: 'Na tela nova, entre no mesmo Wi-Fi e abra este endereço:',
    otherwise: 'Se não abrir: {addresses}',
    scan: 'O endereço como imagem para ler',
    trust: 'Siga os passos que ela mostra, até que suas oito palavras sejam iguais a estas:',
    typeCode: 'Depois ela mostra um código. Escolha “Dar acesso…” acima e digite-o.',
    details: 'Certificado',
    fingerprint: 'SHA-256 {fingerprint}',
    until: 'Válido até {date}. O Kitchen Pass o renova sozinho.',
    untilGiven: 'Válido até {date}. A área de TI o renova.',
    waiting: 'Telas que esperam',
    none: 'Nenhuma tela espera. Uma tela nova aparece aqui enquanto mostra seu código.',
    at: '{system} · {address}',
    left: 'Código válido por {time}',
    letIn: 'Dar acesso…',
    letInOf: 'Dar acesso a {system}',
    refuse: 'Recusar',
    title: 'Dar acesso a uma tela',
    code: 'Código na tela nova',
    codeHint: '8 letras e números',
    name: 'Nome',
    nameHint: 'Onde ela fica. Exemplo: Grelha',
    taken: 'Já existe uma tela chamada {name}',
    role: 'Função',
    submit: 'Dar acesso',
    cancel: 'Cancelar',
    gone: 'Esta tela não espera mais. Peça um código novo nela.',
    removeTitle: 'Remover {name}?',
    removeText:
      'Esta tela perde o acesso na hora. Para usá-la de novo, um gerente precisa dar acesso outra vez.',
    remove: 'Remover',
    keep: 'Manter',
    codesLeft:
      '{sentence} Resta {n} tentativa antes que códigos sejam recusados por um tempo. | {sentence} Restam {n} tentativas antes que códigos sejam recusados por um tempo.',
    battery: 'Bateria {n} %',
    charging: 'Bateria {n} %, carregando',
    isIn: '{name} agora é uma tela desta cozinha',
  },
  networkRoles: {
    kitchen: 'Pedidos e quadro 86',
    counter: 'Também reservas, clientes e cupons',
    manager: 'Tudo, também dinheiro e ajustes',
  },
  systems: {
    ipados: 'iPad ou iPhone',
    android: 'Android',
    'fire-os': 'Tablet Fire',
    windows: 'Windows',
    macos: 'Mac',
    linux: 'Linux',
    unknown: 'Um navegador',
  },
} satisfies MessagesLike<typeof en>
