import type { Answer, Job } from './keeper.ts'

/** The process that handles one file and then ends (see `sandbox.ts`). */
process.once('message', async ({ module, input }: Job) => {
  const answer = await answerOf(module, input)
  process.send?.(answer, () => process.disconnect?.())
})

async function answerOf(module: string, input: unknown): Promise<Answer> {
  try {
    const { default: handle } = (await import(module)) as { default: (input: unknown) => unknown }
    return { output: await handle(input) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
