import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '#contract/index.ts'
import { hostilePdfs, hostilePictures, hostileSheets } from '#server/testing/hostile-files.ts'
import type { Figure } from '../bench/figures.ts'
import { withDatabase, withSite } from './site.ts'

/** The number of people who send the same hostile file concurrently. */
const senders = 10

interface HostileFile {
  name: string
  call: 'previewEmployeeImport' | 'uploadFile'
  fileName: string
  content: Buffer
}

interface Form {
  type: string
  body: Buffer
}

/** A form as a browser sends it. */
async function formOf({ call, fileName, content }: HostileFile, sid: string): Promise<Form> {
  const form = new FormData()
  form.append('sid', sid)
  if (call === 'uploadFile') form.append('purpose', 'licence')
  form.append('file', new Blob([new Uint8Array(content)]), fileName)
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}

async function hostileFiles(): Promise<HostileFile[]> {
  const of = (files: Record<string, Buffer>, call: HostileFile['call'], fileName: string) =>
    Object.entries(files).map(([name, content]): HostileFile => ({ name, call, fileName, content }))
  return [
    ...of(hostileSheets(), 'previewEmployeeImport', 'a.xlsx'),
    ...of(hostilePdfs(), 'uploadFile', 'a.pdf'),
    ...of(await hostilePictures(), 'uploadFile', 'a.png'),
  ]
}

/** Each file is sent alone, then by ten companies concurrently, while another company reads its list of people. */
export const hostileFilesSent = () =>
  withSite(async ({ client, start }) => {
    const portal = await start()
    const sids = await withDatabase(portal, async (_, make) => {
      const made: string[] = []
      for (let index = 0; index <= senders; index += 1)
        made.push(await make.session((await make.company({ employees: 20 })).owner.account))
      return made
    })
    const [reader = '', ...others] = sids

    /**
     * Sends a form that was written beforehand: copying ten files of 8 MB in this process takes it 380 ms, in which it would
     * measure itself.
     */
    async function send({ call, fileName }: HostileFile, { type, body }: Form): Promise<number> {
      const began = performance.now()
      const sent = request(`${portal.url}/api${contract[call].path}`, {
        method: 'POST',
        headers: { 'content-type': type, 'content-length': body.length },
      })
      sent.end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      const { code } = (await json(response)) as { code: number }
      // A picture of 49 megapixels is drawn; every other file is refused for its content, not because of an internal error.
      if (code === 500) throw new Error(`${fileName}: 500`)
      return performance.now() - began
    }

    /** Returns the milliseconds of list calls made while `work` runs. */
    async function beside(work: Promise<unknown>): Promise<number[]> {
      const times: number[] = []
      let over = false
      const ended = work.finally(() => {
        over = true
      })
      while (!over || times.length < 50) {
        const began = performance.now()
        const { code } = await client.call(portal.url, 'getCompanyUserList', {}, { sid: reader })
        if (code !== 200) throw new Error(`getCompanyUserList answered ${code}`)
        times.push(performance.now() - began)
        await sleep(5)
      }
      await ended
      return times.sort((one, another) => one - another)
    }

    const figures: Figure[] = []
    for (const file of await hostileFiles()) {
      for (const [label, who] of [
        ['alone', others.slice(0, 1)],
        [`by ${senders} at once`, others],
      ] as const) {
        const answers: number[] = []
        const forms = await Promise.all(who.map(sid => formOf(file, sid)))
        const times = await beside(Promise.all(forms.map(async form => answers.push(await send(file, form)))))
        const worst = Math.max(...answers) / 1000
        const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
        figures.push(
          { name: `${file.name}, ${label}: answered`, result: worst, unit: 's', atMost: 3 },
          { name: `${file.name}, ${label}: others, p99`, result: p99, unit: 'ms', atMost: 100 },
        )
      }
    }
    return figures
  })
