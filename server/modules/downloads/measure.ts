import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { OperatorProblem } from '#server/core/problem.ts'

/** Counts and hashes the bytes that pass. Content that is shorter or longer than announced ends in an error. */
export function measure(content: Readable, size: number) {
  const hash = createHash('sha256')
  async function* passing() {
    let passed = 0
    for await (const chunk of content) {
      passed += chunk.length
      if (passed > size) break
      hash.update(chunk)
      yield chunk
    }
    if (passed !== size) throw new OperatorProblem('收到的文件与声明的大小不符，请重新上传')
  }
  return { content: Readable.from(passing(), { objectMode: false }), sha256: () => hash.digest('hex') }
}
