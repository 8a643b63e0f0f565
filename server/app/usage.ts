import { CommandUsage } from '#server/core/command-usage.ts'

/** Returns the entries of the help, which are its second paragraph, each with what explains it below. */
const entriesOf = (help: string) => help.split('\n\n')[1]?.split(/\n(?= {2}\S)/) ?? []

/** Returns the entries of the help that begin with this word. */
const helpOn = (help: string, word: string) =>
  entriesOf(help)
    .filter(entry => entry.trim().split(/\s/)[0] === word)
    .join('\n')

/** Reads how a command is written: the words that name it, the number of values that may follow, and its options. */
function syntaxOf(entry: string) {
  // An option takes its value and its brackets with it, so that only words and values remain.
  const written = entry.trim().split(/\s{2,}/)[0] ?? ''
  const words = written
    .replace(/\[?--[a-z-]+( (<[^>]*>|"[^"]*"|[a-z|]+))?\]?/g, '')
    .split(' ')
    .filter(Boolean)
  const name = words.filter(word => /^[a-z]+$/.test(word))
  return {
    name,
    values: words.length - name.length,
    options: [...written.matchAll(/--([a-z-]+)/g)].map(match => match[1] ?? ''),
  }
}

/**
 * Refuses a command with a word or an option that the help does not give it. They were ignored, so that one who had mistyped another
 * command, or had not quoted a name with a space, was obeyed in something else.
 */
export function refuseSurplus(help: string, words: readonly string[], options: readonly string[]): void {
  const named = entriesOf(help)
    .map(syntaxOf)
    .filter(({ name }) => name.every((word, at) => words[at] === word))
  const length = Math.max(0, ...named.map(({ name }) => name.length))
  const fitting = named.filter(({ name }) => name.length === length)
  // What names no command is left to what reads it: an action that there is not.
  if (!fitting.length) return
  const roomy = fitting.filter(({ values }) => words.length <= length + values)
  if (!roomy.length) {
    const surplus = words.slice(length + Math.max(...fitting.map(({ values }) => values)))
    throw new CommandUsage(`多了 ${surplus.join(' ')}：含有空格的值写在引号里`)
  }
  if (roomy.some(syntax => options.every(option => syntax.options.includes(option)))) return
  const foreign = options.find(option => !roomy.some(syntax => syntax.options.includes(option)))
  throw new CommandUsage(
    foreign
      ? `${words.slice(0, length).join(' ')} 这样写时没有 --${foreign} 这个参数`
      : `${options.map(option => `--${option}`).join('、')} 不能一起用`,
  )
}

/**
 * Says what is wrong with a command as it was typed, and how that one is written: the sentence would be out of sight above the whole
 * help. Returns undefined for any other error.
 */
export function usageOf(error: Error & { code?: string }, help: string, typed: readonly string[]): string | undefined {
  const isOption = error.code?.startsWith('ERR_PARSE_ARGS')
  if (!isOption && !(error instanceof CommandUsage)) return undefined
  const problem = isOption ? optionProblem(error.message) : error.message
  const word = typed.find(each => !each.startsWith('-')) ?? ''
  const shown = helpOn(help, word)
  if (!shown) return `${isOption ? problem : `没有 ${word} 这个命令`}；全部命令由 npm run portal 列出`
  return `${problem || '请写明做什么'}\n\n${shown}`
}

/** Says in Chinese what Node says of an option. */
function optionProblem(message: string): string {
  const name = /'(--?[^' =]+)/.exec(message)?.[1] ?? ''
  if (message.startsWith('Unknown option')) return `没有 ${name} 这个参数`
  return message.includes('does not take')
    ? `${name} 后面不写值`
    : `${name} 后面须写它的值；以 - 开头的值写作 ${name}=值`
}
