import './sales/sales.css'
import { usePolling } from '#web/data/use-polling.ts'
import type { CallState } from '#web/data/use-request.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'

/** Milliseconds after which the address is renewed; it expires after ten minutes. */
const freshAddress = 8 * 60_000

interface FilePictureProps {
  /** The call that opens the file. */
  called: CallState<{ url: string }>
  contentType: string | undefined
  /** Like 凭证. */
  name: string
}

/** A submitted file, as a picture or as a link to its PDF. */
export function FilePicture({ called, contentType, name }: FilePictureProps) {
  usePolling(called, freshAddress)
  const { data, refused, reload } = called
  if (!data) return <Placeholder refused={refused} retry={reload} rows={4} />
  return (
    <p className="voucher-shown">
      <a href={data.url} target="_blank" rel="noreferrer">
        {contentType === 'application/pdf' ? `打开 PDF ${name}` : <img src={data.url} alt={`${name}，点击看原图`} />}
      </a>
    </p>
  )
}
