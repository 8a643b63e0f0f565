import './thread.css'
import { PaperClipOutlined } from '@ant-design/icons'
import { Button } from '#web/ui/button.tsx'
import { dateTime, fileSize, fromNow } from '../format.ts'
import { openFresh } from '../open-fresh.ts'
import { type Entry, type Read, useOlder } from './use-older.ts'

type File = Entry['files'][number]

interface TicketThreadProps {
  entries: readonly Entry[]
  older: boolean
  read: Read
  /** Asks for a reason to remove a file; absent where nobody may. */
  remove?: ((file: File) => void) | undefined
  /** The ids of files that were removed meanwhile; older entries are not read again. */
  removed?: readonly string[]
}

/** Requests a fresh address of a file; the page of entries that ends with its own has it. */
async function freshUrl(read: Read, fileId: string, next: Entry | undefined) {
  const answer = await read(next?.entry_id)
  if (!answer.ok) return answer
  const file = answer.data.entries.flatMap(({ files }) => files).find(({ file_id }) => file_id === fileId)
  return { ok: true as const, data: { url: file?.url } }
}

/** Shows the messages of a ticket, and for operators the acts on it, earliest first. */
export function TicketThread({ remove, removed = [], ...thread }: TicketThreadProps) {
  const { read } = thread
  const { entries, older, loading, loadOlder } = useOlder(thread)
  return (
    <>
      {older && (
        <Button className="ticket-older" loading={loading} onClick={loadOlder}>
          载入更早的往来
        </Button>
      )}
      <ol className="ticket-thread" aria-label="往来">
        {entries.map(({ entry_id, kind = 'message', side, author_name, text, files: all, created_at }, place) => {
          const files = all.filter(({ file_id }) => !removed.includes(file_id))
          return (
            <li key={entry_id} className="ticket-entry" data-kind={kind} data-side={side}>
              <div className="ticket-entry-head">
                <strong>{author_name}</strong>
                {kind === 'note' && <span className="badge">内部备注，企业不可见</span>}
                {kind === 'event' && <span>{text}</span>}
                <time className="quiet" dateTime={created_at} title={fromNow(created_at)}>
                  {dateTime(created_at)}
                </time>
              </div>
              {kind !== 'event' && <div className="ticket-text">{text}</div>}
              {files.length > 0 && (
                <ul className="ticket-files" aria-label="附件">
                  {files.map(file => (
                    <li key={file.file_id}>
                      <a
                        href={file.url}
                        target="_blank"
                        rel="noreferrer"
                        onClick={openFresh(() => freshUrl(read, file.file_id, entries[place + 1]))}
                      >
                        <PaperClipOutlined aria-hidden="true" /> {file.file_name}
                      </a>{' '}
                      <span className="quiet">{fileSize(file.size)}</span>
                      {remove && (
                        <Button
                          look="link"
                          size="small"
                          danger
                          aria-label={`移除附件 ${file.file_name}`}
                          onClick={() => remove(file)}
                        >
                          移除
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
