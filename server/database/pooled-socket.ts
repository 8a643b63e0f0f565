import { Socket } from 'node:net'

/** Bytes of one read, as many as Node would reserve for each. */
const readSize = 64 * 1024

/**
 * Returns a socket to the database that reads into one buffer. Node otherwise gives each of the many short answers memory of its own
 * outside the heap, which costs more than copying the answer into the pool that all buffers share.
 */
export function pooledSocket(): Socket {
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(readSize),
      callback(bytes, buffer) {
        // The driver keeps the beginning of a message until the rest arrives, when the buffer already holds something else.
        socket.emit('data', Buffer.from(buffer.subarray(0, bytes)))
        return true
      },
    },
  })
  return socket
}
