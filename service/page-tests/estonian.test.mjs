// An arbiter in Tartu: the browser asks for Estonian, and everything is.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SAMPLE, closeBrowser, judge, settled, textOf, visiting } from "./harness.mjs";

after(closeBrowser);

test("verdict, article and protocol are in Estonian, with the source's own words marked", () =>
    visiting({ locale: "et-EE" }, async (page) => {
        assert.equal(await page.locator("html").getAttribute("lang"), "et");
        await judge(page, SAMPLE);
        await page.locator("#input tbody tr:nth-child(1) button").click();
        await settled(page);
        assert.equal(await textOf(page, "#verdict .says"), "Viik");
        assert.match(await textOf(page, "#verdict .article"), /Punkt 6\.3 Kui kolm kabendit/);
        assert.match(await textOf(page, "#verdict blockquote"),
            /kui kumbki mängija on teinud veel 16 käiku.*sõna-sõnalt allikast/);
        await page.locator("#open-protocol").click();
        assert.match(await textOf(page, "#protocol"), /Otsuse protokoll.*Kohtunik/);
        // No key of the catalogue is left where its text should be.
        const left = (await textOf(page, "body")).match(/\b(page|verdict|worth|count|protocol|moves|setup)\.[a-z-]+\b/);
        assert.equal(left, null);
    }));

test("notes, readings and sources are in the language too", () => visiting({ locale: "et" }, async (page) => {
    await judge(page, '[GameType "25"]\n[SetUp "1"]\n[FEN "W:WKc1,Ke1,Kh4:BKb8"]\n[Result "1-1"]\n\n1. c1-d2 b8-a7 0-2\n');
    assert.match(await textOf(page, "#verdict .notes"), /Andmeväljas Result on 1-1, käikude lõpus 0-2\./);
    await page.locator("#readings summary").click();
    await page.locator("#reading-each-side").check();
    await settled(page);
    assert.match(await textOf(page, "#verdict .counts"), /\(tõlgendus: .*kummagi poole käikudena/);
    assert.match(await textOf(page, "#verdict .code"), /FMJD sektsioon 64, vene kabe/);
    assert.equal(await page.locator('#verdict [lang="en"]').count(), 0);
}));

test("a language that is chosen stays chosen", () => visiting({}, async (page) => {
    for (const [language, says] of [["et", "Käigul on valge"], ["nl", "Wit aan zet"], ["ru", "Ход белых"],
        ["fr", "Trait aux Blancs"], ["en", "White to move"]]) {
        await page.locator("#language").selectOption(language);
        await page.locator(`html[lang="${language}"]`).waitFor();
        await page.reload();
        await settled(page);
        assert.match(await textOf(page, "#verdict"), new RegExp(says));
        assert.equal(await page.locator("html").getAttribute("lang"), language);
    }
}));
