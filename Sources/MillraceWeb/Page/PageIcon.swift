// SPDX-License-Identifier: Apache-2.0

/// The icon in the browser's tab, a mill wheel, which is served as `/millrace.svg`.
enum PageIcon {
  static let text = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <circle cx="16" cy="16" r="11" fill="none" stroke="#3b82f6" stroke-width="4"/>
    <path d="M16 1v30M1 16h30M5.4 5.4l21.2 21.2M26.6 5.4L5.4 26.6" stroke="#3b82f6" \
    stroke-width="2.5"/>
    <circle cx="16" cy="16" r="3.5" fill="#3b82f6"/>
    </svg>

    """
}
