import { paths, trialPath } from '#contract/paths.ts'
import { keys, read, remove, write } from './storage.ts'

/**
 * The product that a visitor clicked to buy or try before having a company. A verification takes a day, so it outlives the tab; it
 * can only lead to the pages for buying and to the request for a trial.
 */
const buyPages: readonly string[] = [paths.buyHours, paths.buyLines]

export const isChosen = (address: string): boolean =>
  address === trialPath || buyPages.includes(address.split('?', 1)[0] ?? '')

export function keepChosen(address: string | undefined): void {
  if (address && isChosen(address)) write(keys.chosen, address)
}

export function chosenProduct(): string | undefined {
  const address = read(keys.chosen)
  return address && isChosen(address) ? address : undefined
}

export const forgetChosen = (): void => remove([keys.chosen])

/** The label of the link that continues to the address. */
export const continueTo = (address: string) => (address === trialPath ? '继续申请试用' : '继续购买')
