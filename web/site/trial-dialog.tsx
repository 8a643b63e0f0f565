import type { SiteFrame } from '#contract/site.ts'
import { SupportQr } from './parts.tsx'

/** Stays closed until a partner's registration succeeds (islands/promotion.tsx opens it). */
export function TrialDialog({ frame }: { frame: SiteFrame }) {
  return (
    <dialog className="trial" id="trial" aria-labelledby="trial-title">
      <h2 id="trial-title">恭喜您获得产品试用资格</h2>
      {frame.supportQr ? (
        <>
          <SupportQr frame={frame} />
          <p>请扫码联系客服，为您安排产品试用</p>
        </>
      ) : (
        <p>请联系客服，为您安排产品试用</p>
      )}
      {frame.settings.brand.supportPhone ? (
        <p className="trial-phone">客服电话 {frame.settings.brand.supportPhone}</p>
      ) : null}
      <form method="dialog">
        <button className="button wide" type="submit">
          我知道了，去完成认证
        </button>
      </form>
    </dialog>
  )
}
