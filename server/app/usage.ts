import { CommandUsage } from '#server/core/command-usage.ts'

/** Returns the lines of the help that begin with this word, each with what explains it below; all of it where there are none. */
function helpOn(help: string, word: string | undefined): string {
  const entries = help.split(/\n(?= {2}\S)/).slice(1)
  const own = entries.filter(entry => entry.trim().split(/\s/)[0] === word)
  return own.length ? own.join('\n').trimEnd() : help
}

/**
 * Says what is wrong with a command as it was typed, and how that one is written: the sentence would be out of sight above the whole
 * help. Returns undefined for any other error.
 */
export function usageOf(error: Error & { code?: string }, help: string, typed: readonly string[]): string | undefined {
  const isOption = error.code?.startsWith('ERR_PARSE_ARGS')
  if (!isOption && !(error instanceof CommandUsage)) return undefined
  const problem = isOption ? optionProblem(error.message) : error.message
  const shown = helpOn(
    help,
    typed.find(word => !word.startsWith('-')),
  )
  return problem ? `${problem}\n\n${shown}` : shown
}

/** Says in Chinese what Node says of an option. */
function optionProblem(message: string): string {
  const name = /'(--?[^' =]+)/.exec(message)?.[1] ?? ''
  if (message.startsWith('Unknown option')) return `没有 ${name} 这个参数`
  return message.includes('does not take')
    ? `${name} 后面不写值`
    : `${name} 后面须写它的值；以 - 开头的值写作 ${name}=值`
}
