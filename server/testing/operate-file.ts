import { type OperationName, type OperationOutput, operations } from '#contract/operations/index.ts'
import type { testPortal } from './portal.ts'

type Portal = Pick<Awaited<ReturnType<typeof testPortal>>, 'post'>

interface FileRequest {
  fields?: Record<string, string>
  content: Buffer | string
  fileName?: string
  token: string
  /** The idempotency key; a new one by default. */
  key?: string
}

/** Sends a multipart operation of the back office, with its fields before its file. */
export async function operateFile<Name extends OperationName>(
  portal: Portal,
  name: Name,
  { fields = {}, content, fileName = 'file.csv', token, key }: FileRequest,
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), fileName)
  const encoded = new Response(form)
  const { status, body } = await portal.post(
    `/operations${operations[name].path}`,
    Buffer.from(await encoded.arrayBuffer()),
    {
      headers: {
        authorization: 'operations-web 1201',
        // The name that counts depends on whether the portal speaks HTTPS.
        cookie: `operator=${token}; __Host-operator=${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
        ...(key && { 'idempotency-key': key }),
      },
    },
  )
  return { status, ...(JSON.parse(body) as { code: number; msg: string; data: OperationOutput<Name> }) }
}
