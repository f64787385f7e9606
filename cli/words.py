"""The words the terminal says, in Turkish and in English."""

from __future__ import annotations

import os

from referee.languages import LANGUAGES, check_language

_WORDS = {
    "legal": ("kurallı", "legal"),
    "legal_as_seen": (
        "görülebildiği kadarıyla kurallı; görünmeyen {cells} değişmiş olmalı, bakın",
        "legal as far as can be seen; {cells}, which is hidden, must have changed: have a look",
    ),
    "fault": ("kural dışı", "fault"),
    "unfinished": ("hamle sürüyor olabilir", "perhaps unfinished"),
    "nothing": ("değişiklik yok", "nothing happened"),
    "sweep_made": ("kalan taşlar alındı", "the stones left were swept"),
    "no_move": ("hamle yok", "no move"),
    "or": ("ya da", "or"),
    "more": ("… ve {n} açıklama daha (--json)", "… and {n} more (--json)"),
    "plate_letters": ("levhalar", "plates"),
    "option": ("seçenek", "option"),
    "values": ("değerler", "values"),
    "clause": ("madde", "clause"),
    "usual": ("varsayılan", "default"),
    "usual_of": ("{values} (varsayılan: {usual})", "{values} (default: {usual})"),
    "any_text": ("bir metin", "any text"),
    "layouts": (
        "tr8, rulebook ya da / ile ayrılmış sekiz satır",
        "tr8, rulebook, or eight strings divided by /",
    ),
    "rules_given": (
        "Verilişi: -r seçenek=değer. Maddeler docs/clauses.md dosyasında.",
        "To be given as -r option=value. The clauses are explained in docs/clauses.md.",
    ),
    "layout_drawn": ("levhalar ({layout}):", "layout {layout}:"),
    "board": ("tahta", "board"),
    "not_over": ("Oyun bitmemiş. {who}", "Not finished. {who}"),
    "not_final": ("Kesin değil. {who}", "Not final. {who}"),
    "if_over": ("Oyun bittiyse kazanan: {side}", "If the game is over, the winner: {side}"),
    "if_over_draw": ("Oyun bittiyse berabere", "If the game is over: a draw"),
    "before": ("önce", "before"),
    "after": ("sonra", "after"),
    "game_over": ("oyun bitti", "the game is over"),
    "to_move": ("sıra: {side}", "to move: {side}"),
    "sweep_due": ("kalan taşlar henüz alınmadı", "the sweep is still to be made"),
    "illegal_at": (
        "{n}. hamle ({side} {move}) kural dışı: {why}",
        "Move {n} ({side} {move}) is illegal: {why}",
    ),
    "fault_at": ("{n}. hamlede ({side} {move}): {why}", "At move {n} ({side} {move}): {why}"),
    "all_legal": ("Hamle: {n}, hepsi kurallı.", "Moves: {n}, all legal."),
    "faults_found": ("Hamle: {n}, kural dışı: {k}.", "Moves: {n}, with faults: {k}."),
    "positions_told": (
        "Hamlesiz verilen konum: {n}.",
        "Positions told without their moves: {n}.",
    ),
    "unended": ("oyun bitmemiş", "the game is not finished"),
    "stands": (
        "Rakip bildirmediği için hamle geçerli kalır, oyun sürer.",
        "Nobody reports it, so it stands and play goes on.",
    ),
    "printed": ("{path}: {what}, {size:g} mm", "{path}: {what}, {size:g} mm"),
    "corner_markers": ("köşe işaretleri", "corner markers"),
    "calibration_sheet": ("ayar sayfası", "calibration sheet"),
    "view_taken": ("{source}: alındı", "{source}: taken"),
    "view_alike": ("{source}: öncekilere benziyor", "{source}: like one before"),
    "views": (
        "Bakılan resim: {seen}, alınan: {taken}; {advice}",
        "Pictures: {seen}, taken: {taken}; {advice}",
    ),
    "lens_error": ("Sapma: {error:.2f} piksel", "Error: {error:.2f} pixels"),
    "lens_field": ("görüş: {field:.0f} derece", "field of view: {field:.0f} degrees"),
    "learnt": (
        "Masanın görünüşü öğrenildi ({count} resim).",
        "Learnt how this table looks ({count} pictures).",
    ),
    "pose_dropped": (
        "Tahtanın yeri silindi: eski mercekle bulunmuştu. Yeniden bulun: hakem calibrate board",
        "The board's place is dropped: it was found through the old lens. "
        "Find it again: hakem calibrate board",
    ),
    "saved": ("Kaydedildi: {path}", "Saved: {path}"),
    "camera": ("Kamera", "Camera"),
    "size": ("Resim boyu", "Picture size"),
    "lens": ("Mercek", "Lens"),
    "pose": ("Tahtanın yeri", "Board"),
    "colours": ("Renkler", "Colours"),
    "created": ("Tarih", "Created"),
    "none": ("yok", "none"),
    "board_at": ("bulundu, güven {quality:.0%}", "found, quality {quality:.0%}"),
    "source": ("kaynak", "source"),
    "kind": ("tür", "kind"),
    "name": ("ad", "name"),
    "no_camera": (
        "Kamera bulunamadı. USB kamerayı takıp yeniden bakın ya da ağ kamerasının rtsp:// "
        "adresini verin. Takılıysa `hakem doctor` nedenini söyler.",
        "No camera was found. Plug in a USB camera and look again, or give a network camera's "
        "rtsp:// address. If one is plugged in, `hakem doctor` tells what is wrong.",
    ),
    "cameras_found": (
        "Bulunan kameralar: {sources}. Ne gördüğü: hakem cameras --snapshot {first} tahta.jpg",
        "Cameras found: {sources}. What one sees: hakem cameras --snapshot {first} board.jpg",
    ),
    "snapshot": ("{source}: {w}×{h}, {file} dosyasında", "{source}: {w}×{h}, saved as {file}"),
    "not_sure": ("Emin değilim: {cells}", "Not sure of: {cells}"),
    "not_48": (
        "Okunan taşlar {n} ediyor, oysa 48 taş vardır: kuyuları sayın.",
        "The stones read come to {n}, but there are 48: count the pits.",
    ),
    "hidden_cells": ("Görünmüyor: {cells}", "Hidden: {cells}"),
    "tokens_on": ("Pullar: {cells}", "Tokens: {cells}"),
    "tokens_unseen": ("Görülmeyen pul: {count}", "Tokens not seen: {count}"),
    "doubtful_seams": ("Levha sınırı belirsiz: {cells}", "Seams in doubt: {cells}"),
    "sheet_final": ("Skor kâğıdı kesin.", "The sheet is final."),
    "sheet_open": ("KESİN DEĞİL. Onaylanacak: {points}", "NOT FINAL. To be confirmed: {points}"),
    "sheet_confirm": (
        "Öyleyse ekleyin (yanlışı düzelterek): {words}",
        "If it is so, add (with what is wrong put right): {words}",
    ),
    "sheet_again": ("Sorulmadan aynısı: {words}", "The same without being asked: {words}"),
    "sheet_against": (
        "Dikkat, fotoğrafta açıkça görülenden başka: {cells}",
        "Mind, other than what the photo plainly shows: {cells}",
    ),
    "sheet_count": (
        "? olan yerdeki taşları sayıp sayısını yazın.",
        "Where there is a ?, count the stones and put their number.",
    ),
    "how_many": ("{what} Kaç taş var", "{what} How many stones"),
    "sheet_letters": ("Harfler: {letters}, . = boş", "Letters: {letters}, . = empty"),
    "sheet_hidden": (
        "? olan yer görünmüyor: örtenin altına bakıp orada ne olduğunu yazın.",
        "Where there is a ? nothing was seen: look under what hides it and put what lies there.",
    ),
    "is_it_so": ("Onaylıyor musunuz: {what}?", "Do you confirm {what}?"),
    "number": ("no", "no"),
    "time": ("saat (UTC)", "time (UTC)"),
    "event": ("olay", "event"),
    "journal_game": ("Oyun başlıyor: {game}", "A game begins: {game}"),
    "left_out": (
        "Burada gösterilmeyen olay: {n} (hamlenin bitişi, programın öğrendiği); hepsi: --json",
        "Events not listed: {n} (that a move has ended, what was learnt); all of them: --json",
    ),
    "journal_good": (
        "Tutanak yazıldığı gibi: {n} olay, {pictures} resim.",
        "The journal is as it was written: {n} events, {pictures} pictures.",
    ),
    "trouble": ("{n}. olay: {what}", "Event {n}: {what}"),
    "trouble_kind": ("olay değil, değiştirilmiş", "not an event, so it was changed"),
    "trouble_missing": ("eksik, silinmiş", "missing, so it was deleted"),
    "trouble_edited": ("değiştirilmiş", "was edited"),
    "trouble_joined": ("önceki özet değiştirilmiş", "the hash before it was changed"),
    "trouble_form": ("olay olarak okunamıyor", "cannot be read as an event"),
    "trouble_tail": ("son olaylar eksik", "the last events are missing"),
    "trouble_picture_name": ("resim adı geçersiz", "names a picture that cannot be one"),
    "trouble_picture_missing": ("resmi eksik", "its picture is missing"),
    "trouble_picture_changed": ("resmi değiştirilmiş", "its picture was changed"),
    "picture_before": ("önce", "before"),
    "picture_after": ("sonra", "after"),
    "transcript_faults": (
        "{n} hata hamle dökümünde yer almaz, tahta bu hamlelerin sonucundan farklıydı; "
        "tamamı: record",
        "{n} faults are not in a transcript, and the board was another than these moves make; "
        "for all of it: record",
    ),
    "transcript_gaps": (
        "{n} yerde oyun, hamle dökümünde bulunmayan bir konumdan sürdü (görülmeyen hamleler ya da "
        "elle düzeltme); tamamı: record",
        "Positions from which play went on, and to which no move of a transcript leads: {n} "
        "(moves that nobody saw, or a correction by hand); for all of it: record",
    ),
    "last_hash": ("Son özet ({n}. olay): {hash}", "Last hash (event {n}): {hash}"),
    "sheet_fits": (
        "Kâğıttaki özet bu tutanağın {n}. olayınındır.",
        "The hash on the sheet is that of event {n} of this journal.",
    ),
    "sheet_differs": (
        "Kâğıttaki özet bu tutanağın {n}. olayının özeti değil.",
        "The hash on the sheet is not that of event {n} of this journal.",
    ),
    "bundled": (
        "Kaydedildi: {path} ({n} dosya, {size:.1f} MB)",
        "Saved: {path} ({n} files, {size:.1f} MB)",
    ),
    "bundled_edited": (
        "Dikkat: tutanak yazıldığı gibi değil; `hakem journal … verify` yerini gösterir.",
        "Mind: the journal is not as it was written; `hakem journal … verify` shows where.",
    ),
    "forget_journal": ("Tutanak", "Journal"),
    "forget_pictures": ("Resim", "Pictures"),
    "forget_size": ("Boyut", "Size"),
    "forget_last": ("Son kayıt", "Last written"),
    "forget_ask": (
        "Bunların hepsi silinsin mi? Geri alınamaz.",
        "Delete all of this? It cannot be undone.",
    ),
    "forget_kept": ("Hiçbir şey silinmedi.", "Nothing was deleted."),
    "forget_none": ("Silinecek bir şey yok.", "There is nothing to delete."),
    "forgotten": (
        "Silindi: {path} ({n} dosya, {size:.1f} MB)",
        "Deleted: {path} ({n} files, {size:.1f} MB)",
    ),
    "forget_foreign": (
        "Bırakıldı, Hakem'in dosyası değil: {path}",
        "Left there, it is no file of Hakem's: {path}",
    ),
    "forget_copy": ("Kaldı, bir kopya: {path}", "Left there, a copy: {path}"),
    "forget_by_hand": (
        "Hangi masanın olduğuna bakın, gerekmeyeni kendiniz silin: rm {paths}",
        "Look of which table each is, and delete by hand what is not needed: rm {paths}",
    ),
    "forget_copies": (
        "Başka yere alınan kopyalar (paketler, skor kâğıtları, dışa aktarılanlar) silinmedi.",
        "Copies made elsewhere (bundles, sheets, exports) are not deleted by this.",
    ),
    "same_again": (
        "Bugünkü kurallar aynı sonucu veriyor ({n} hamle).",
        "Today's rules say the same ({n} moves).",
    ),
    "seen_same": ("Resimlerden de aynı ({n} resim).", "The same from the pictures ({n})."),
    "differs": (
        "{n}. olay: o gün {then}; bugün {now}",
        "Event {n}: then {then}; today {now}",
    ),
    "sight_searching": ("tahta aranıyor", "looking for the board"),
    "sight_still": ("tahta durgun", "still"),
    "sight_moving": ("hareket var", "moving"),
    "sight_covered": ("tahtanın üstünde el var", "a hand over the board"),
    "sight_bumped": ("tahta kaymış", "the board has moved"),
    "slower": (
        "Bilgisayar bu hıza yetişemiyor: hiçbir resim atlanmaz, kayıt daha yavaş oynar.",
        "This machine cannot keep up with that speed: no picture is left out, the recording runs "
        "slower.",
    ),
    "not_recognised": (
        "oyunun konumu masada hiç görülmedi; kamerayı, oyunu ve --start seçeneğini denetleyin",
        "the game's position was never seen on the table; check the camera, the game and --start",
    ),
    "stopped": (
        "Durduruldu; aynı komut oyunu sürdürür.",
        "Stopped; the same line goes on with the game.",
    ),
    "frame_rate": ("saniyede {rate:.0f} resim", "{rate:.0f} frames a second"),
    "awaiting_now": ("Düzeltme bekleniyor.", "Awaiting a correction."),
    "answer_finished": (
        "Oyuncu hamlesini bitirdi mi? (y: evet, n: hayır)",
        "Has the mover finished? (y: yes, n: no)",
    ),
    "lost_now": (
        "Tahta beklenene uymuyor: tahtayı kabul edin (a) ya da düzeltin.",
        "The board does not fit: accept it (a) or put it right.",
    ),
    "paused": ("Duraklatıldı (p: devam).", "Paused (p: go on)."),
    "warnings": ("{n} uyarı", "warnings: {n}"),
    "set_number": ("{n}. set", "set {n}"),
    "journal_lies": ("Tutanak: {path}", "Journal: {path}"),
    "taken_up": (
        "Oyun kaldığı yerden sürüyor ({n} hamle oynandı); --new yeni oyun başlatır.",
        "The game goes on where it stood (moves so far: {n}); --new begins another.",
    ),
    "begun_behind": (
        "Son oyun bitmişti; aynı tutanakta, onun ardından yeni bir oyun başlıyor.",
        "The last game is over; a new one begins behind it in the same journal.",
    ),
    "keys_hint": ("tuşlar: ? yardım, Ctrl-C çıkış", "keys: ? help, Ctrl-C ends"),
    "key_end": ("hamle bitti", "end of move"),
    "key_object": ("itiraz", "objection"),
    "key_intervene": (
        "hakemin itirazı (kurallar izin verirse)",
        "the referee's own objection (if the rules allow it)",
    ),
    "key_flag_a": ("A'nın süresi doldu", "time is up for A"),
    "key_flag_b": ("B'nin süresi doldu", "time is up for B"),
    "flag_fell": (
        "{who}: süre doldu mu? Önce masadaki saate bakın.",
        "{who}: is the time up? Look at the clock at the table first.",
    ),
    "flag_treasury": (
        "Hazinede {n} taş olmalı; sayın, farklıysa tahtayı düzeltin.",
        "The treasury should hold {n} stones; count them, and correct the board if it does not.",
    ),
    "flag_again": ("Doğruysa {press} tuşuna yine basın.", "If that is so, press {press} again."),
    "key_yes": ("evet, bitti", "yes, finished"),
    "key_no": ("hayır, bitmedi", "no, not finished"),
    "key_accept": ("tahtayı olduğu gibi kabul et", "accept the board as it stands"),
    "key_undo": ("son hamleyi geri al", "take the last move back"),
    "key_choose": ("yanıtlardan birini seç", "choose an answer"),
    "key_pause": ("duraklat / devam", "pause / go on"),
    "key_back": ("taş yerine kondu", "piece put back"),
    "key_count": ("kuyuyu say", "count the pit"),
    "key_sign": ("imza (önce A, sonra B)", "signature (A, then B)"),
    "sign_open": ("İmzadan önce açık: {points}", "Open before it can be signed: {points}"),
    "sign_plates": (
        "Puan bu levhalarla hesaplandı: {layout}. Masada böyle mi duruyorlar?",
        "The score goes by these plates: {layout}. Do they lie so on the table?",
    ),
    "sign_again": ("Doğruysa s'ye yine basın.", "If that is so, press s again."),
    "key_next": ("sonraki set", "next set"),
    "plates_again": (
        "--layout ile yeniden başlatın: {layout}",
        "Begin again with --layout: {layout}",
    ),
    "round_incomplete": (
        "Turun kaydı eksik olabilir; skoru elle denetleyin. Kayda alınamayan: {n}; "
        "sonuncusu: {why}",
        "The record of the round may be incomplete; check the score by hand. Not taken: {n}; "
        "last: {why}",
    ),
    "card_only_here": (
        "Dikkat: {address} yalnız bu bilgisayarda açılır, telefonda açılmaz. "
        "Masayı ağda açın: hakem desk --host 0.0.0.0",
        "Mind: {address} opens on this computer only, not on a phone. "
        "Let the desk listen on the network: hakem desk --host 0.0.0.0",
    ),
    "card_printed": ("{path}: masa kartı, {address}", "{path}: the table card, {address}"),
    "desk_at": ("Hakem sayfası:    {address}", "The referee's page: {address}"),
    "desk_players": (
        "Oyuncu sayfası:   {address}/players",
        "The players' page:  {address}/players",
    ),
    "desk_pin": ("PIN: {pin}", "PIN: {pin}"),
    "desk_only_here": (
        "Yalnız bu bilgisayarda açılır; telefon ve tabletler için: --host 0.0.0.0",
        "Opens on this computer only; for phones and tablets: --host 0.0.0.0",
    ),
    "desk_demo": (
        "Bu bir gösteridir; kayıtlı oyunlar yönetilir.",
        "This is a demo: recorded games are refereed.",
    ),
    "desk_no_pin": (
        "Bu bilgisayarda PIN gerekmez.",
        "No PIN is needed on this computer.",
    ),
    "desk_demo_kept": (
        "Gösterinin tutanakları (bitince silinir): {folder}",
        "The demo's journals (deleted at the end): {folder}",
    ),
    "desk_end": ("Bitirmek için: Ctrl-C", "To end it: Ctrl-C"),
    "yes_no": ("[e/H]", "[y/N]"),
    "say_yes_or_no": ("e (evet) ya da h (hayır) yazın.", "Write y (yes) or n (no)."),
    "B": ("siyah", "black"),
    "W": ("beyaz", "white"),
    "R": ("kırmızı", "red"),
    "south": ("güney", "south"),
    "north": ("kuzey", "north"),
}


def language(wanted: str | None = None) -> str:
    """The language to speak: as asked for, else as the environment says, else Turkish."""
    return named_language(wanted) or LANGUAGES[0]


def named_language(wanted: str | None = None) -> str | None:
    """The language that is asked for, or that the environment names; None where neither does."""
    if wanted is not None:
        return check_language(wanted)
    for name in ("HAKEM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")[:2].lower()
        if value in LANGUAGES:
            return value
    return None


def say(lang: str, key: str, **values: object) -> str:
    """A phrase in the given language."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def side_name(lang: str, side: str) -> str:
    """The name of a side."""
    return say(lang, side)
