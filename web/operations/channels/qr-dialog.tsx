import type { DialogProps } from '#web/ui/use-dialog.ts'
import './channels.css'
import { DownloadOutlined } from '@ant-design/icons'
import { QRCode } from 'antd'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveBlob } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import type { PromotionCode } from './channel.ts'

/** The code is black on white in every theme, for print. */
const print = { color: 'black', bgColor: 'white', bordered: false, marginSize: 4, errorLevel: 'Q' } as const
/** Pixels of the picture, enough for about 9 cm at 300 dpi. */
const printed = 1024

interface QrDialogProps extends DialogProps {
  code: PromotionCode
}

export function QrDialog({ code: { promotion_code, link }, open, close }: QrDialogProps) {
  const shown = useRef<HTMLDivElement>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const png = () =>
    drawn.current?.querySelector('canvas')?.toBlob(blob => {
      if (blob) saveBlob(blob, `推广码-${promotion_code}.png`)
      else toast.error('图片生成失败，请下载 SVG')
    }, 'image/png')
  function svg() {
    const picture = shown.current?.querySelector('svg')
    if (!picture) return
    const text = new XMLSerializer().serializeToString(picture)
    saveBlob(new Blob([text], { type: 'image/svg+xml' }), `推广码-${promotion_code}.svg`)
  }
  return (
    <Dialog title={`推广码 ${promotion_code} 的二维码`} open={open} onCancel={close} footer={null} width={460}>
      <div className="promotion-qr">
        <div ref={shown}>
          <QRCode {...print} type="svg" value={link} size={240} aria-label={`${link} 的二维码`} />
        </div>
        <div ref={drawn} hidden>
          <QRCode {...print} type="canvas" value={link} size={printed} />
        </div>
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </p>
        <div className="row">
          <CopyButton text={link} label="链接">
            复制链接
          </CopyButton>
          <Button icon={<DownloadOutlined />} onClick={png}>
            下载 PNG
          </Button>
          <Button icon={<DownloadOutlined />} onClick={svg}>
            下载 SVG
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
