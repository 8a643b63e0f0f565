import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Config } from '#server/core/config.ts'
import { checkFolder, checkKey, type Storage, StorageFull } from './storage.ts'

type Settings = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3Bucket' | 's3AccessKeyId' | 's3AccessKeySecret' | 's3PathStyle'
>

const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'StorageQuotaExceeded'])
const missingCodes = new Set(['NoSuchKey', 'NotFound'])
const errorName = (error: unknown) => (error instanceof Error ? error.name : '')

/** Milliseconds for each attempt. */
export const s3Patience = { requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 }, maxAttempts: 3 }

/** Any S3-compatible store: OSS, COS, MinIO. Its SDK is loaded on first use, not with the portal. */
export async function createS3Storage(settings: Settings): Promise<Storage> {
  const { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  )
  const client = new S3Client({
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    credentials: { accessKeyId: settings.s3AccessKeyId ?? '', secretAccessKey: settings.s3AccessKeySecret ?? '' },
    forcePathStyle: settings.s3PathStyle,
    // The SDK's own checksums travel in trailers of a chunked body, which OSS and others refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...s3Patience,
  })
  const Bucket = settings.s3Bucket

  return {
    async put(key, content, { contentType, size }) {
      const request = new PutObjectCommand({
        Bucket,
        Key: checkKey(key),
        Body: content,
        ContentType: contentType,
        ContentLength: size,
      })
      try {
        await client.send(request)
      } catch (error) {
        throw fullCodes.has(errorName(error)) ? new StorageFull(error) : error
      }
    },

    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const answer = await client.send(new GetObjectCommand({ Bucket, Key: checkKey(key), Range }))
        // In Node the SDK's body is always a Node stream; its type also covers browsers.
        if (!(answer.Body instanceof Readable)) throw new Error('S3 answered no stream')
        const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1]
        return { stream: answer.Body, size: whole ? Number(whole) : (answer.ContentLength ?? 0) }
      } catch (error) {
        if (missingCodes.has(errorName(error))) return undefined
        throw error
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },

    async list(folder) {
      const Prefix = checkFolder(folder)
      const keys: string[] = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
      return keys.sort()
    },

    async probe() {
      const object = { Bucket, Key: `trial/${randomUUID()}` }
      try {
        await client.send(new PutObjectCommand({ ...object, Body: object.Key }))
        const { Body } = await client.send(new GetObjectCommand(object))
        if ((await Body?.transformToString()) !== object.Key) throw new Error('读到的与写入的不同')
      } finally {
        await client.send(new DeleteObjectCommand(object))
      }
    },
  }
}
