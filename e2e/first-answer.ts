import type { Page } from '@playwright/test'
import { type CallName, contract, type OutputOf } from '#contract/index.ts'
import { firstAnswersPath } from '#contract/rules.ts'

/** Waits for the answer that the document of the next console page receives to one of its calls. */
export async function firstAnswer<Name extends CallName>(page: Page, name: Name): Promise<OutputOf<Name>> {
  const answered = await page.waitForResponse(`**${firstAnswersPath}`)
  const calls = answered.request().postDataJSON() as [path: string][]
  const answers = (await answered.json()) as { data: OutputOf<Name> }[]
  const answer = answers[calls.findIndex(([path]) => path === contract[name].path)]
  if (!answer) throw new Error(`the document does not call ${name}`)
  return answer.data
}
