export const folder = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)
export const antd = folder('antd|@ant-design|@rc-component|rc-[^\\\\/]+|@babel[\\\\/]runtime|throttle-debounce')
/** Parts of antd that few pages use, loaded with the first page that needs them. The tree has a separate file. */
export const rareAntd =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/](badge|calendar|date-picker|input-number|progress|qr-code|radio|time-picker)|@rc-component[\\/](input-number|mini-decimal|picker|progress|qrcode))[\\/]/

/** Trees are as heavy as everything that dialogs need, and only pages with departments have one. Calendars are twice as heavy. */
export const antdTree =
  /[\\/]node_modules[\\/](@rc-component[\\/]tree[\\/]|antd[\\/]es[\\/]tree[\\/]|@ant-design[\\/]icons(-svg)?[\\/]es[\\/](icons|asn)[\\/]((Folder(Open)?|Holder|File|(Minus|Plus)Square)Outlined|CaretDownFilled)\.)/
/** A tree in a select, which brings both; the page of the departments has only a tree. */
export const antdTreeSelect = folder('@rc-component[\\\\/]tree-select|antd[\\\\/]es[\\\\/]tree-select')
export const antdCalendar = folder(
  '@rc-component[\\\\/]picker|antd[\\\\/]es[\\\\/](calendar|date-picker|time-picker)|dayjs',
)
export const antdNumber = folder('@rc-component[\\\\/](input-number|mini-decimal)|antd[\\\\/]es[\\\\/]input-number')
/** The progress of an import or an upload, which only dialogs show. */
export const antdProgress = folder('@rc-component[\\\\/]progress|antd[\\\\/]es[\\\\/](progress|spin)|throttle-debounce')
export const antdRadio = folder('antd[\\\\/]es[\\\\/]radio')
/** Only the back office has antd's menus; the console has its own. */
export const antdMenu = folder('@rc-component[\\\\/](menu|dropdown)|antd[\\\\/]es[\\\\/](menu|dropdown)')
/** A few pages show a text field immediately, the others in dialogs. */
export const antdInput =
  /[\\/]node_modules[\\/](@rc-component[\\/]input[\\/]|antd[\\/]es[\\/]input[\\/]|@ant-design[\\/]icons(-svg)?[\\/]es[\\/](icons|asn)[\\/]Eye(Invisible)?Outlined\.)/
/** What positions hints and the buttons' pop-ups, what forms show beside their fields, and the buttons of dialogs. */
export const antdMore =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/]((button|checkbox|empty|popover|tooltip|_util[/]wave)[\\/]|(config-provider[\\/]defaultRenderEmpty|style[\\/](placement|rounded)Arrow|_util[\\/](placements|ActionButton|responsiveObserver))\.js)|@rc-component[\\/](checkbox|tooltip)[\\/])/
/** Long lists of selects and trees, and the boxes of trees: the page of the departments has no pop-ups. */
export const antdLists =
  /[\\/]node_modules[\\/](@rc-component[\\/]virtual-list[\\/]|antd[\\/]es[\\/](checkbox[\\/]style[\\/]|_util[\\/]motion\.js))/
/** The lists' filters have a placeholder for it until the pointer is over one. */
export const antdSelect = folder('@rc-component[\\\\/](select|overflow)|antd[\\\\/]es[\\\\/]select')
/** The parts of dialogs and drawers, loaded with the first of them, after the rows. */
export const antdDialogs = folder(
  '@rc-component[\\\\/](dialog|drawer)|antd[\\\\/]es[\\\\/](form(?![\\\\/](context|validateMessagesContext|hooks[\\\\/]useVariants)\\.)|grid|modal(?![\\\\/]locale)|drawer|skeleton)|(compute-)?scroll-into-view(-if-needed)?',
)
/** Fields read the state of a surrounding form from a context; the form itself is in dialogs. */
export const antdForm =
  /[\\/]node_modules[\\/]@rc-component[\\/](async-validator[\\/]|form[\\/]es[\\/](index|Field|List|Form|hooks[\\/]\w+|utils[\\/](validateUtil|asyncUtil|delayUtil|NameMap))\.js)/
/** The frame around every part of antd (`web/ui/antd-frame.tsx`). */
export const frameParts = /[\\/]web[\\/]ui[\\/](antd-frame|antd-theme|kept-styles)\.tsx?$/
/** Other packages that antd and its frame need. */
export const antdNeeds =
  /[\\/]node_modules[\\/]((@emotion|is-mobile|react-is|stylis)[\\/]|(antd|@rc-component[\\/]\w+)[\\/](es|lib)[\\/](.+[\\/])?locale[\\/.])/
