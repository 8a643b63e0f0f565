import { paths } from '#contract/paths.ts'
import { keys, read, remove, write } from './storage.ts'

/**
 * What a visitor clicked to buy before there was an account. A verification takes a day, so it outlives the tab; it leads nowhere but
 * to the pages where one buys.
 */
const buyPages: readonly string[] = [paths.buyHours, paths.buyLines]

const isBuyPage = (address: string): boolean => buyPages.includes(address.split('?', 1)[0] ?? '')

export function keepChosen(address: string | undefined): void {
  if (address && isBuyPage(address)) write(keys.chosen, address)
}

export function chosenProduct(): string | undefined {
  const address = read(keys.chosen)
  return address && isBuyPage(address) ? address : undefined
}

export const forgetChosen = (): void => remove([keys.chosen])
