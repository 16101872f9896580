import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  setup: {
    title: 'Conecte sua loja',
    steps: 'Passos',
    next: 'Continuar',
    back: 'Voltar',
    leave: 'Agora não',
    languageTitle: 'Escolha um idioma',
    languageText: 'Para esta tela. Você pode mudar depois em Configurações.',
    startTitle: 'Boas-vindas ao Kitchen Pass',
    connectChoice: 'Conecte sua loja',
    connectChoiceText:
      'Seus pedidos aparecem aqui. Você precisa de uma chave de acesso da sua plataforma.',
    practiceChoice: 'Conheça a loja de treino',
    practiceChoiceText: 'Os pedidos são inventados. Experimente à vontade.',
    keyTitle: 'Chave de acesso e endereço',
    keyText:
      'Um gerente encontra os dois nas configurações da plataforma, onde as chaves de acesso são criadas.',
    addressHint: 'Exemplo: platform.example. O resto é acrescentado para você.',
    more: 'Outros endereços',
    moreText: 'Deixe vazios, a não ser que sua plataforma ou a TI tenha passado.',
    storeTitle: 'Qual é esta loja?',
    storeText: 'Esta chave é de {brand}.',
    permissions:
      'Permissões desta chave: {names}. Se a plataforma rejeitar uma alteração, dê mais permissões à chave.',
    noPermissions:
      'A plataforma não diz o que esta chave pode fazer. Se ela rejeitar uma alteração, dê mais permissões à chave.',
    screenTitle: 'Para que serve esta tela?',
    connected: 'Conectada a {store}, {brand}',
    role: 'Lugar',
    name: 'Nome desta tela',
    nameHint: 'Aparece ao lado do que é feito aqui, como itens esgotados.',
    nameTaken: 'Já existe uma tela chamada {name}. Outro nome ajuda a diferenciá-las.',
    fullAccess: 'Nenhum PIN definido. Todas as telas têm acesso total.',
    setPin: 'Definir um PIN de gerente (opcional)',
    pin: 'Novo PIN',
    repeatPin: 'Repita o PIN',
    noPin: 'Digite de 4 a 8 dígitos.',
    pinsDiffer: 'Os dois PINs são diferentes. Digite o PIN de novo.',
    toWall: 'Ir para os pedidos',
  },
  setupStep: {
    language: 'Idioma',
    start: 'Início',
    key: 'Chave de acesso',
    store: 'Loja',
    screen: 'Tela',
  },
  setupRole: {
    kitchen: 'Cozinha',
    counter: 'Balcão',
    manager: 'Escritório',
  },
  setupRoleText: {
    kitchen: 'Pedidos e itens esgotados',
    counter: 'Pedidos, reservas e clientes',
    manager: 'Tudo, também o fechamento de turno e as configurações',
  },
} satisfies MessagesLike<typeof en>
