"""Letters that look like an ASCII letter or digit.

From Unicode's list of confusable characters (UTS 39, version 15.1, from `confusable-homoglyphs` 3.3.1), which is a
megabyte: only single letters, in lower case and decomposed as `look_alikes.skeleton` does first.
"""

from __future__ import annotations

ALIKE = {
    "2": "ƨϩᒿꙅꛯꝛ",
    "3": "ȝɜʒзӡⳍꝫ𑣊𖼻",
    "4": "Ꮞ𑣏",
    "5": "𑣛",
    "6": "бᏮⳓ𑣕",
    "7": "𐓺𑣆",
    "8": "ȣ𐌚",
    "9": "ⳋꝯ𑣌𑣖",
    "a": "ɑΑαаᎪᗅꓮ𐊠𖽀",
    "b": "ƅΒβвьᏏᏴᑲᖯᗷꓐꞵ𐊂𐊡𐌁",
    "c": "ςсᏟᴄⲥꓚ𐊢𐌂𐐽𐔜𑣲",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕεеҽᎬⴹꓰꬲ𐊆𑣎",
    "f": "Ϝϝքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂",
    "g": "ƍɡԍցᏀᏳᶃꓖ",
    "h": "ΗηнһհᎻᏂᕼⲏꓧ𐋏",
    "i": "ıɪᎥꙇ𑣃",
    "j": "ʝϳјᎫᒍꓙ",
    "k": "ΚκкᏦᛕⲕꓗ𐔘",
    "l": "ǀɩΙιіӏᏞᒪᛁⲓⳑⵏꓡꓲ𐊊𐌉𐌠𐑃𐔦𑣒𖼖𖼨",
    "m": "ΜμϻмᎷᗰᛖⲙꓟ𐊰𐌑",
    "n": "Νոռⲛꓠ𐔓",
    "o": "Οοσоօଠഠဝჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑣈𑣗",
    "p": "ΡρрᏢᑭⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ʀгᎡᎱᏒᖇᴦⲅꓣꭇꭈ𐓜𖼵",
    "s": "ƽѕտᏕᏚꓢꜱ𐊖𐑈𑣁𖼺",
    "t": "ΤτтᎢⲧꓔ𐊗𐊱𐌕𖼊",
    "u": "ʋυսሀᑌᴜꓴꞟꭎꭒ𐓶𑣘𖽂",
    "v": "νѵᏙᐯᴠⴸꓦꛟ𐔝𑜆𑣀𖼈",
    "w": "ɯѡԝաᎳᏔᴡꓪ𑜊𑜎𑜏𑣯",
    "x": "Χχхᕁᕽᚷⲭⵝꓫꭓ𐊐𐊴𐌗𐌢𐔧𑣬",
    "y": "ɣʏΥγуүყᎩᎽᶌỿⲩꓬꭚ𐊲𑣜𖽃",
    "z": "ΖζᏃᴢꓜ𐋵𑣄𑣉",
}
