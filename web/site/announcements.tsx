import type { SiteAnnouncement } from '#contract/site.ts'

/**
 * Runs right after the announcements and before the first paint. It removes those that were closed in this browser, so
 * that nothing moves later. The document's policy contains its hash; the key is the one in web/data/storage.ts.
 */
export const announcementScript =
  "try{let c=JSON.parse(localStorage.hyl_announcements||'[]');for(let e of document.querySelectorAll('[data-announcement]'))c.includes(e.dataset.announcement)&&e.remove()}catch{}"

/** The announcements, one line each above the page; the loader handles closing them. */
export function Announcements({ list }: { list: SiteAnnouncement[] }) {
  if (!list.length) return null
  return (
    <>
      <aside className="announcements" aria-label="公告">
        {list.map(({ announcement_id, title, html, level }) => (
          <div key={announcement_id} data-announcement={announcement_id} data-level={level}>
            <div className="wrap">
              <p>
                <strong>{title}</strong>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (server/engines/markdown/markdown.ts) */}
                <span dangerouslySetInnerHTML={{ __html: html }} />
              </p>
              <button type="button" data-dismiss aria-label={`关闭公告：${title}`}>
                ×
              </button>
            </div>
          </div>
        ))}
      </aside>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
      <script dangerouslySetInnerHTML={{ __html: announcementScript }} />
    </>
  )
}
