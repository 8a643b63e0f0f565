import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { clientVersion } from '#contract/rules.ts'
import { type Answered, type CallOptions, isSessionRefusal, refusal } from '#web/answers.ts'
import { type Envelope, NoAnswer, noAnswerText, open, post, upload } from '#web/transport.ts'
import { loading } from '#web/ui/loading.ts'
import { calls } from './calls.generated.ts'
import { operator } from './operator.ts'

const client = { 'accept-language': 'zh-CN', authorization: `operations-web ${clientVersion}` }

async function call(name: OperationName, input: object, options: CallOptions): Promise<Envelope> {
  const { path, multipart } = calls[name]
  // Always this host: its cookie is what says who is calling.
  const url = `/api/operations${path}`
  const done = options.quiet ? undefined : loading.begin()
  try {
    const fields = input as Record<string, unknown>
    const envelope = open(
      multipart ? await upload(url, fields, client, options) : await post(url, JSON.stringify(input), client, options),
    )
    if (isSessionRefusal(envelope) && !options.keepSession) operator.endSession()
    return envelope
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return refusal(0, noAnswerText[error.kind])
  } finally {
    done?.()
  }
}

type Api = {
  [Name in OperationName]: (
    input: OperationInput<Name>,
    options?: CallOptions,
  ) => Promise<Answered<OperationOutput<Name>>>
}

/** Every call of the back office. It never throws for what the network or the server does: look at `ok`. */
export const api = Object.fromEntries(
  Object.keys(calls).map(name => [
    name,
    async (input: object, options: CallOptions = {}) => {
      // The table is generated from the contract, so its keys are the call names.
      const { code, msg, data } = await call(name as OperationName, input, options)
      return { code, msg, data, ok: code === 200 }
    },
  ]),
  // The table has every name; the server answers each with the shape of its contract (tested there).
) as unknown as Api
