import { createSocket } from 'node:dgram'
import { afterAll } from 'vitest'

/** Answers queries for TXT records locally: `texts` by name. Returns the address of the server. */
export async function dnsCounterpart(texts: Map<string, string[]>): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = question[at] ?? 0; length; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const questionType = question.subarray(12, at + 5)
    const found = texts.get(labels.join('.').toLowerCase()) ?? []
    const head = Buffer.from(question.subarray(0, 12))
    // A recursive answer without an error; an unknown name is NXDOMAIN.
    head.writeUInt16BE(found.length ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    const answers = found.map(text => {
      const record = Buffer.alloc(13 + text.length)
      // The name of the question, TXT, IN, one minute.
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(16, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt32BE(60, 6)
      record.writeUInt16BE(text.length + 1, 10)
      record.writeUInt8(text.length, 12)
      record.write(text, 13)
      return record
    })
    socket.send(Buffer.concat([head, questionType, ...answers]), port, address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  afterAll(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}
