import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { pageOperator } from '#contract/operations/operator-names.ts'
import { clientVersion, unchangedCode } from '#contract/rules.ts'
import { type Answered, type CallOptions, isSessionRefusal, refusal } from '#web/data/answers.ts'
import { keyed } from '#web/data/keyed.ts'
import { loading } from '#web/data/loading.ts'
import { withProof } from '#web/data/reauthentication.ts'
import { type Envelope, NoAnswer, noAnswerText, parseEnvelope, post, upload } from '#web/data/transport.ts'
import { calls } from './calls.generated.ts'
import { operator } from './operator.ts'

function client(): Record<string, string> {
  const id = operator.get()?.operator_id
  return {
    'accept-language': 'zh-CN',
    authorization: `operations-web ${clientVersion}`,
    ...(id && { [pageOperator]: id }),
  }
}

async function attempt(name: OperationName, input: object, options: CallOptions): Promise<Envelope> {
  const { path, multipart } = calls[name]
  // Always this host, because its cookie identifies the caller.
  const url = `/api/operations${path}`
  const done = options.background ? undefined : loading.begin()
  const turn = operator.turn()
  try {
    const fields = input as Record<string, unknown>
    const envelope = parseEnvelope(
      multipart
        ? await upload(url, fields, client(), options)
        : await post(url, JSON.stringify(input), client(), options),
    )
    if (isSessionRefusal(envelope) && !options.keepSession && operator.turn() === turn) operator.endSession()
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

/** Every call of the back office. None of them throws for a network or server error: check `ok`. */
export const api = Object.fromEntries(
  Object.keys(calls).map(name => [
    name,
    async (input: object, options: CallOptions = {}) => {
      // The cast holds because the table is generated from the contract, so its keys are the call names.
      const change = calls[name as OperationName].effect === 'change'
      const { code, msg, data, tag, isReplayed } = await keyed(change ? { change } : {}, options, sent =>
        withProof(() => attempt(name as OperationName, input, sent)),
      )
      if (code === unchangedCode && options.held) return { code: 200, msg, ...options.held, ok: true }
      return { code, msg, data, ok: code === 200, ...(tag && { tag }), ...(isReplayed && { isReplayed }) }
    },
  ]),
  // The cast holds because the table has every name, and server tests prove that each answer has the shape of its contract.
) as unknown as Api
