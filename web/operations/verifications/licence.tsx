import { LinkOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Button } from '#web/ui/button.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { useMayAct } from '../act.tsx'
import { useOperation } from '../use-operation.ts'

type ReviewedVerification = OperationOutput<'getVerificationForReview'>

/** Milliseconds after which the licence's address is renewed; it expires after ten minutes. */
const freshAddress = 8 * 60_000

const zooms = [1, 1.5, 2, 3, 4]

/** The licence, large beside the entered data, so that the two can be compared; the browser opens PDFs. */
export function Licence({ verification: { verification_id, licence } }: { verification: ReviewedVerification }) {
  const opens = useMayAct('openLicence')
  if (!licence) return <p className="quiet">没有营业执照。</p>
  // Each opening is written to the audit log, in which an auditor must leave no entries.
  if (!opens) return <p className="quiet">已附营业执照（{licence.file_name}），只有处理认证的同事能打开。</p>
  return <Opened verification_id={verification_id} {...licence} />
}

function Opened({
  verification_id,
  is_image,
  file_name,
}: NonNullable<ReviewedVerification['licence']> & { verification_id: string }) {
  const called = useOperation('openLicence', { verification_id })
  usePolling(called, freshAddress)
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const { data, refused, reload } = called
  if (!data) return <Placeholder refused={refused} retry={reload} rows={8} />
  const { url } = data
  const open = (
    <Button href={url} target="_blank" rel="noreferrer" icon={<LinkOutlined />}>
      {is_image ? '在新标签页打开' : '下载 PDF'}
    </Button>
  )
  if (!is_image)
    return (
      <div className="licence-tools">
        <span>{file_name}</span>
        {open}
      </div>
    )
  const scale = zooms[zoom] ?? 1
  return (
    <>
      <div className="licence-tools">
        <Button icon={<ZoomOutOutlined />} aria-label="缩小" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <Button
          icon={<ZoomInOutlined />}
          aria-label="放大"
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <Button icon={<RotateRightOutlined />} aria-label="向右旋转" onClick={() => setTurns(turns + 1)} />
        <span className="quiet figures" role="status">
          {Math.round(scale * 100)}%
        </span>
        {open}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="licence-frame" tabIndex={0} aria-label="营业执照原图">
        <img
          src={url}
          alt={`营业执照 ${file_name}`}
          style={{ width: `${scale * 100}%`, height: `${scale * 100}%`, rotate: `${(turns % 4) * 90}deg` }}
        />
      </section>
    </>
  )
}
